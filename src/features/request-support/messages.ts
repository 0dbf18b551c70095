import { createCatalogue } from "../../ui/language/catalogue.ts";
import { sentence } from "../../ui/language/sentence.ts";

const english = {
  dashboard: "Dashboard",
  title: "Support Request",
  toWhom: "To the people who run Provision for you",
  requestForm: "Request form",
  follow: "Follow requests",
  newRequest: "New request",
  sent: "Your request was sent",
  keptAs: (subject: string, id: string) => `“${subject}” is kept under the number ${id}.`,
  notSent: "Your request was not sent",
  stillHere: (message: string) => `What you wrote is still here. ${sentence(message)}`,
  about: "What is it about?",
  subject: "Subject",
  message: "Message",
  messageHint: "What you did, what onLive, and what you expected. No passwords, please.",
  send: "Send request",
  sentRequests: "Requests that were sent",
  columns: { topic: "About", username: "From", createdAt: "Sent" },
  listFailed: (message: string) => `The requests could not be loaded. ${sentence(message)}`,
  pages: "Pages of requests",
  others: "Other ways to get help",
  eventLog: "What onLive on your screen",
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
