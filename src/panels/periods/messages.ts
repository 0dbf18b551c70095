import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { day } = formatsOf("en");

const english = {
  always: "Always",
  period: (from: string, until: string) =>
    from === ""
      ? `Until ${day(until)}`
      : until === ""
        ? `From ${day(from)}`
        : `${day(from)} to ${day(until)}`,
  validity: { valid: "", future: "Not yet", past: "Expired" },
  currentPeriod: (text: string) => `Current period: ${text}`,
  changePeriod: "Period",
  changePeriodOf: (name: string) => `Change the period of ${name}`,
  periodTitle: (name: string) => `Period of ${name}`,
  from: "First day (UTC)",
  until: "Last day (UTC)",
  hint: "Leave empty for no limit",
  savePeriod: "Save period",
};

export type PeriodMessages = typeof english;
export const periodMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
