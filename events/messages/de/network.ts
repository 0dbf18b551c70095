import { translationOf } from "../../kernel/message.ts";
import type { NETWORK } from "../en/network.ts";

export const NETWORK_DE = translationOf<typeof NETWORK>()({
  "network.unreachable": "Der Server ist nicht erreichbar",
  "network.brokenOff": "Die Antwort des Servers brach vor ihrem Ende ab. Versuchen Sie es erneut.",
  "network.late": "Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.",
  "network.cancelled": "Die Anfrage wurde abgebrochen.",
  "network.unreadable":
    "Die Antwort des Servers war nicht lesbar. Versuchen Sie es noch einmal; bleibt es dabei, wenden Sie sich an Ihren Support.",
  "network.unprocessed":
    "Die Antwort des Servers konnte nicht verarbeitet werden. Laden Sie die Seite neu.",
  "network.noReason": "Etwas ist schiefgegangen",
  "network.codeNotLoaded":
    "Ein Teil dieser Seite konnte nicht geladen werden: Die Verbindung ist unterbrochen, oder Provision wurde aktualisiert. Laden Sie die Seite neu, und versuchen Sie es erneut.",
});
