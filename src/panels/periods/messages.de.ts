import { formatsOf } from "../../ui/language/formats.ts";
import type { PeriodMessages } from "./messages.ts";

const { day } = formatsOf("de");

export const german: PeriodMessages = {
  always: "Immer",
  period: (from, until) =>
    from === ""
      ? `Bis ${day(until)}`
      : until === ""
        ? `Ab ${day(from)}`
        : `${day(from)} bis ${day(until)}`,
  validity: { valid: "", future: "Noch nicht", past: "Abgelaufen" },
  currentPeriod: (text) => `Aktueller Zeitraum: ${text}`,
  changePeriod: "Zeitraum",
  changePeriodOf: (name) => `Zeitraum von ${name} ändern`,
  periodTitle: (name) => `Zeitraum von ${name}`,
  from: "Erster Tag (UTC)",
  until: "Letzter Tag (UTC)",
  hint: "Ohne Angabe unbegrenzt",
  savePeriod: "Zeitraum speichern",
};
