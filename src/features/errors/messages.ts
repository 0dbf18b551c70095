import { createCatalogue } from "../../ui/language/catalogue.ts";

const english = {
  error: (status: number) => `Error ${status}`,
  dashboard: "Go to the dashboard",
  signIn: "Sign in",
  otherUser: "Sign in as someone else",
  unauthorized: {
    title: "Unauthorized",
    happened: "You are not signed in, or your session has ended.",
    safe: "Everything that you saved or applied is kept.",
    advice: "Sign in to continue.",
  },
  forbidden: {
    title: "Forbidden",
    happened: "Your account is not permitted to open this page.",
    safe: "You are still signed in, and nothing was changed.",
    advice: "If you need this page for your work, ask an owner of your client for access to it.",
  },
  notAuthorized: {
    title: "Not Authorized",
    happened: "Your organisation signed you in, but you have no access to Provision.",
    safe: "Nothing was changed.",
    advice: "Ask an owner of your client to give you a role, then sign in again.",
  },
  internalError: {
    title: "Internal Error",
    happened: "The server had an unexpected error.",
    safe: "Each change is saved completely or not at all.",
    advice:
      "Go back and try again in a moment. If it happens again, tell support what you did and when.",
  },
  notFound: {
    title: "Not Found",
    happened: "There is no page at this address.",
    safe: "Nothing was changed or lost.",
    advice: "Check the address for typos, or start from a page that exists.",
  },
};

export type ErrorMessages = typeof english;
export const errorMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
