import { formatsOf } from "../../ui/language/formats.ts";
import type { LogMessages } from "./messages.ts";

const { bytes, counted, moment } = formatsOf("de");

export const german: LogMessages = {
  label: "Ereignisprotokoll",
  attach: "Ereignisprotokoll anhängen",
  contains:
    "Das Protokoll enthält, was Sie in einer Sitzung geöffnet, eingegeben und angeklickt haben, und die Antworten des Servers. Pseudonyme ersetzen Namen, Benutzernamen und E-Mail-Adressen von Personen. Namen von Organisationen, Ressourcen und Berechtigungen bleiben. Passwörter und Mining-Berichte sind nicht enthalten.",
  kept: (days) =>
    `Sie und Benutzeradministratoren können es ${counted(days, { one: "Tag", other: "Tage" })} lang herunterladen; danach löscht es der Server.`,
  session: "Sitzung",
  describe: (from, events, errors, isOwn) =>
    [
      moment(from),
      ...(isOwn ? ["diese Sitzung"] : []),
      counted(events, { one: "Ereignis", other: "Ereignisse" }),
      errors === 0 ? "keine Fehler" : counted(errors, { one: "Fehler", other: "Fehler" }),
    ].join(" · "),
  ownSession: "Diese Sitzung",
  packing: "Das Ereignisprotokoll wird vorbereitet…",
  packed: (events, size) =>
    `${counted(events, { one: "Ereignis", other: "Ereignisse" })}, ${bytes(size)}`,
  download: (size) => `Ereignisprotokoll herunterladen (${bytes(size)})`,
};
