import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  title: "Still there?",
  why: "You have been inactive for a while. For your security, you will be signed out in",
  stay: "I'm still here",
  logOut: "Log Out",
  again: "Try again",
  notSignedOut: "Signing out failed. You are still signed in.",
  minutes: (count: number) => counted(count, { one: "minute", other: "minutes" }),
  seconds: (count: number) => counted(count, { one: "second", other: "seconds" }),
  left: (time: string) => `${time} left`,
  lessThan: (time: string) => `Less than ${time} left`,
};

export type KeepAliveMessages = typeof english;
export const keepAliveMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
