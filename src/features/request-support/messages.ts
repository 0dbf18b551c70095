import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { bytes, counted, moment } = formatsOf("en");

const english = {
  title: "Support Request",
  context: "Your request goes to the people who run Provision for you",
  requestForm: "Request form",
  follow: "Follow requests",
  newRequest: "New request",
  sent: "Support request sent",
  saved: "Saved on the server. Email to support is not set up.",
  kept: "Saved on the server",
  reference: (subject: string, id: string) => `“${subject}” · Reference: ${id}`,
  notSent: "Couldn't send the request",
  about: "What is it about?",
  topics: {
    problem: "Something does not work",
    access: "Missing or wrong access",
    account: "My account",
    question: "A question",
  },
  topic: "About",
  from: "From",
  sentAt: "Sent",
  subject: "Subject",
  message: "Message",
  messageHint: "What you did, what happened, and what you expected. Don't include passwords.",
  attachLog: "Attach the event log",
  logContains:
    "The log contains what you opened, entered and clicked in one session, and the server's answers. Pseudonyms replace people's names, usernames and email addresses. Names of orgs, resources and entitlements stay. The log contains no passwords and no mining reports.",
  logKept: (days: number) =>
    `You and user administrators can download it for ${counted(days, { one: "day", other: "days" })}; then the server deletes it.`,
  whichSession: "Session",
  session: (from: number, events: number, errors: number, isOwn: boolean) =>
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
  log: "Event log",
  logSize: (size: number) => bytes(size),
  downloadLog: (size: number) => `Download event log (${bytes(size)})`,
  send: "Send request",
  close: "Close",
  sentRequests: "Sent requests",
  otherHelp: "Other ways to get help",
  eventLog: "What happened on your screen",
  exportLog: "Export the event log",
  documentation: "Documentation",
  docsSite: "Docs Site",
  email: "Email",
  phone: "Telephone",
};

export type RequestMessages = typeof english;
export const requestMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
