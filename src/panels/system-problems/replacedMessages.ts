/** Texts about values that a system replaced by others. */
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { counted } = formatsOf("en");

const english = {
  tag: "Stored differently",
  stored(values: readonly string[]) {
    const text = values.join(", ");
    return text === ""
      ? "The system stored no value"
      : `The system stored a different value: ${text}`;
  },
  sent: (values: readonly string[]) => `Provision sent: ${values.join(", ")}`,
  accounts: (accounts: number) =>
    counted(accounts, {
      one: "account has other values than Provision sent",
      other: "accounts have other values than Provision sent",
    }),
  what: "The system may have cut them. Provision sends a value again when it or the stored value changes.",
};

export type ReplacedMessages = typeof english;
export const replacedMessages = createCatalogue(english, {
  de: async () => (await import("./replacedMessages.de.ts")).german,
});
