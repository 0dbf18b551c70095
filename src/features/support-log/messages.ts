import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { bytes, counted, moment } = formatsOf("en");

const english = {
  label: "Event log",
  attach: "Attach the event log",
  contains:
    "The log contains what you opened, entered and clicked in one session, and the server's answers. Pseudonyms replace people's names, usernames and email addresses. Names of orgs, resources and entitlements stay. The log contains no passwords and no mining reports.",
  kept: (days: number) =>
    `You and user administrators can download it for ${counted(days, { one: "day", other: "days" })}; then the server deletes it.`,
  session: "Session",
  describe: (from: number, events: number, errors: number, isOwn: boolean) =>
    [
      moment(from),
      ...(isOwn ? ["this session"] : []),
      counted(events, { one: "event", other: "events" }),
      errors === 0 ? "no errors" : counted(errors, { one: "error", other: "errors" }),
    ].join(" · "),
  ownSession: "This session",
  packing: "Preparing the event log…",
  packed: (events: number, size: number) =>
    `${counted(events, { one: "event", other: "events" })}, ${bytes(size)}`,
  download: (size: number) => `Download event log (${bytes(size)})`,
};

export type LogMessages = typeof english;
export const logMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
