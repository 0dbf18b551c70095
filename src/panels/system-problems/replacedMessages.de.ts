import { formatsOf } from "../../ui/language/formats.ts";
import type { ReplacedMessages } from "./replacedMessages.ts";

const { counted } = formatsOf("de");

export const german: ReplacedMessages = {
  tag: "Anders gespeichert",
  stored(values) {
    const text = values.join(", ");
    return text === ""
      ? "Das System hat keinen Wert gespeichert"
      : `Das System hat einen anderen Wert gespeichert: ${text}`;
  },
  sent: (values) => `Provision hat gesendet: ${values.join(", ")}`,
  accounts: (accounts) =>
    counted(accounts, {
      one: "Konto hat andere Werte, als Provision gesendet hat",
      other: "Konten haben andere Werte, als Provision gesendet hat",
    }),
  what: "Das System hat sie möglicherweise gekürzt. Provision sendet einen Wert erneut, wenn er oder der gespeicherte Wert sich ändert.",
};
