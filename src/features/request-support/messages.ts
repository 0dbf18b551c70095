import { createCatalogue } from "../../ui/language/catalogue.ts";

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
  send: "Send request",
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
