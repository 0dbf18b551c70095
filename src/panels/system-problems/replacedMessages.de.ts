import { formatsOf } from "../../ui/language/formats.ts";
import type { ReplacedMessages } from "./replacedMessages.ts";

const { counted } = formatsOf("de");

export const german: ReplacedMessages = {
  tag: "Anders gespeichert",
  stored: (values) =>
    values === ""
      ? "Das System hat keinen Wert gespeichert"
      : `Das System hat einen anderen Wert gespeichert: ${values}`,
  sent: (values) => `Provision hat gesendet: ${values}`,
  accounts: (accounts) =>
    counted(accounts, {
      one: "Konto hat andere Werte, als Provision gesendet hat",
      other: "Konten haben andere Werte, als Provision gesendet hat",
    }),
  what: "Das System hat sie möglicherweise gekürzt. Provision sendet einen Wert erneut, wenn er oder der gespeicherte Wert sich ändert.",
};
