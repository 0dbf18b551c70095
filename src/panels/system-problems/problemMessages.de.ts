import type { ProblemMessages } from "./problemMessages.ts";

export const german: ProblemMessages = {
  steps: {
    resolve: "Adresse des Hosts finden",
    connect: "Verbinden",
    secure: "Verbindung verschlüsseln",
    signIn: "Anmelden",
    find: "Konten finden",
    read: "Ein Konto lesen",
  },
  problems: {
    addressForbidden: {
      what: "Provision darf sich nicht mit dieser Adresse verbinden.",
      todo: "Bitten Sie den Betreiber von Provision, den Host zu erlauben, oder korrigieren Sie ihn.",
    },
    baseMissing: {
      what: "Der Ort, an dem Konten gesucht werden, existiert nicht.",
      todo: "Korrigieren Sie den Suchort der Konten oder Gruppen. Er muss einen vorhandenen Eintrag des Verzeichnisses nennen.",
    },
    certificateRefused: {
      what: "Dem Zertifikat des Systems wird nicht vertraut.",
      todo: "Fügen Sie das Zertifikat der ausstellenden Stelle ein, und prüfen Sie, ob der Host so heißt wie im Zertifikat.",
    },
    changedMeanwhile: {
      what: "Das Objekt wurde im System inzwischen geändert.",
      todo: "Importieren Sie das System erneut, und wiederholen Sie die Änderung.",
    },
    connectionRefused: {
      what: "Der Host hat die Verbindung abgelehnt.",
      todo: "Prüfen Sie den Port, ob das System läuft, und ob eine Firewall dazwischen liegt.",
    },
    contentDamaged: {
      what: "Der Inhalt ist beschädigt oder unvollständig.",
      todo: "Prüfen Sie die Datei oder die Antwort des Systems, und versuchen Sie es erneut.",
    },
    credentialsRefused: {
      what: "Das System hat den Benutzer oder das Passwort nicht akzeptiert.",
      todo: "Prüfen Sie beide, und ob das Konto gesperrt oder abgelaufen ist.",
    },
    fileChanging: {
      what: "Die Datei hat sich geändert, bevor sie vollständig gelesen war.",
      todo: "Warten Sie, bis sie vollständig ist, und versuchen Sie es erneut. Lassen Sie das andere System jede Version unter einem anderen Namen schreiben und umbenennen, wenn sie vollständig ist.",
    },
    fileMissing: {
      what: "Die Datei ist nicht da.",
      todo: "Laden Sie die Datei erneut hoch, oder korrigieren Sie ihren Pfad.",
    },
    fileTooLarge: {
      what: "Die Datei ist zu groß.",
      todo: "Teilen Sie die Datei, oder bitten Sie den Betreiber von Provision um eine höhere Grenze.",
    },
    hostUnknown: {
      what: "Der Name des Hosts ist unbekannt.",
      todo: "Prüfen Sie die Schreibweise, und ob der Namensdienst des Servers den Namen kennt.",
    },
    ignored: {
      what: "Das System hat die Änderung angenommen, aber nicht vorgenommen.",
      todo: "Prüfen Sie, ob der Benutzer der Anbindung diesen Wert ändern darf und ob keine Regel im System ihn zurücksetzt.",
    },
    limitReached: {
      what: "Das System hat wegen einer eigenen Grenze weniger Objekte geliefert, als es hat.",
      todo: "Erhöhen Sie die Grenze im System für diesen Benutzer, oder wählen Sie kleinere Seiten.",
    },
    missingColumn: {
      what: "Eine Spalte fehlt.",
      todo: "Korrigieren Sie den Namen der Spalte. Groß- und Kleinschreibung zählt.",
    },
    notAllowed: {
      what: "Der Benutzer darf das nicht lesen oder schreiben.",
      todo: "Geben Sie dem Benutzer der Verbindung im System die fehlende Berechtigung.",
    },
    notFound: {
      what: "Das System kennt dieses Objekt oder diese Adresse nicht.",
      todo: "Prüfen Sie die Adresse und die Namen in der Konfiguration.",
    },
    objectExists: {
      what: "Das System hat schon ein solches Objekt.",
      todo: "Importieren Sie das System, damit Provision das Objekt kennt.",
    },
    rateLimited: {
      what: "Das System nimmt zurzeit keine weiteren Anfragen an.",
      todo: "Warten Sie einige Minuten. Wählen Sie einen größeren Abstand der Importe, wenn das öfter geschieht.",
    },
    redirected: {
      what: "Die Adresse führt zu einer anderen Adresse.",
      todo: "Geben Sie die Adresse ein, auf die das System verweist, wenn Sie ihr vertrauen.",
    },
    schemaUnknown: {
      what: "Das System beschreibt nicht, was es speichert.",
      todo: "Prüfen Sie, ob der Benutzer das Schema lesen darf, und ob die Adresse die des Dienstes ist.",
    },
    severalFiles: {
      what: "Mehrere Dateien passen zum Pfad.",
      todo: "Lassen Sie nur eine davon im Ordner, oder korrigieren Sie den Pfad.",
    },
    statementRefused: {
      what: "Die Datenbank hat die Anweisung abgelehnt.",
      todo: "Korrigieren Sie die Anweisung. Die Meldung der Datenbank nennt die Stelle.",
    },
    systemFailed: {
      what: "Das System hat einen eigenen Fehler gemeldet.",
      todo: "Versuchen Sie es später erneut. Geben Sie die Meldung sonst denen, die es betreiben.",
    },
    timedOut: {
      what: "Das System hat nicht rechtzeitig geantwortet.",
      todo: "Prüfen Sie, ob es läuft und erreichbar ist. Auch eine Firewall, die Anfragen verwirft, sieht so aus.",
    },
    unreadable: {
      what: "Die Antwort oder die Datei ist nicht zu verstehen.",
      todo: "Prüfen Sie Format, Trennzeichen und Zeichensatz, oder ob die Adresse die des richtigen Dienstes ist.",
    },
    valueRefused: {
      what: "Das System hat einen Wert nicht akzeptiert.",
      todo: "Prüfen Sie das Feld, das es nennt.",
    },
    gaveUp: {
      what: "Der Import wurde mehrmals begonnen und nie beendet.",
      todo: "Starten Sie ihn erneut. Bitten Sie sonst den Betreiber von Provision, das Protokoll des Servers anzusehen.",
    },
    diskFull: {
      what: "Der Server hat keinen Speicherplatz mehr.",
      todo: "Bitten Sie den Betreiber von Provision um Platz, und versuchen Sie es erneut.",
    },
    settingsIncomplete: {
      what: "Die veröffentlichten Einstellungen sind unvollständig, oder ein Geheimnis wurde seitdem geändert.",
      todo: "Vervollständigen Sie die Konfiguration, veröffentlichen Sie sie, und starten Sie den Import erneut.",
    },
    recordsRejected: {
      what: "Einige Datensätze waren nicht zu verwenden.",
      todo: "Korrigieren Sie sie im System. Objekte ohne Datensatz gelten nicht als verschwunden.",
    },
    attributesLost: {
      what: "Dem System fehlen Attribute, die Felder von Personen setzen. Diese Felder haben ihre Werte behalten.",
      todo: "Stellen Sie die Attribute oder Spalten im System wieder her. Oder wählen Sie andere in den Importeinstellungen oder Zuordnungen, und veröffentlichen Sie sie.",
    },
    abandoned: {
      what: "Jemand hat den Import beendet, nachdem ein Teil seiner Änderungen angewendet war.",
      todo: "Starten Sie einen neuen Import. Er vergleicht alles erneut und wendet an, was fehlt.",
    },
    mappingsTooSlow: {
      what: "Die Feldzuordnungen dauern zu lange.",
      todo: "Vereinfachen Sie den Code der genannten Zuordnung, veröffentlichen Sie die Einstellungen und importieren Sie erneut.",
    },
  },
  changes: {
    codeFailed: "Der Code einer Zuordnung ist fehlgeschlagen. Korrigieren Sie die Zuordnung.",
    codeTooSlow: "Der Code einer Zuordnung dauert zu lange. Vereinfachen Sie die Zuordnung.",
    codeTooLarge:
      "Der Code einer Zuordnung braucht zu viel Speicher. Vereinfachen Sie die Zuordnung.",
    wrongType: "Der Code einer Zuordnung gibt keinen Text zurück. Korrigieren Sie die Zuordnung.",
    valueTooLong: "Eine Zuordnung ergibt einen zu langen Wert. Kürzen Sie ihn in der Zuordnung.",
    severalValues:
      "Eine Zuordnung ergibt mehrere Werte für ein Attribut, das nur einen hat. Korrigieren Sie die Zuordnung.",
    conflictingValues:
      "Mehrere Zuordnungen ergeben verschiedene Werte. Korrigieren Sie die Zuordnungen.",
    noUnit: "Keine Organisationseinheit passt. Ergänzen Sie eine im DN-Baukasten der Zuordnung.",
    noFreeToken:
      "Alle Zahlen für eindeutige Werte sind vergeben. Wählen Sie eine andere Zuordnung.",
    attributeMissing: "Das System hat kein solches Attribut. Korrigieren Sie die Zuordnung.",
    nameMissing:
      "Keine Zuordnung ergibt den Namen des Kontos. Fügen Sie eine ausgehende Zuordnung dafür hinzu.",
    accountExists:
      "Ein anderes Konto hat diesen Namen. Ordnen Sie es seiner Person zu, oder machen Sie den Namen eindeutig.",
    accountExcluded:
      "Die Importeinstellungen schließen dieses Konto aus. Ändern Sie den Ausschluss oder den Namen des Kontos.",
    classMissing: "Das System hat keine Klasse von Konten. Importieren Sie zuerst das System.",
    entitlementMissing:
      "Das System hat keine solche Berechtigung. Importieren Sie das System, oder korrigieren Sie die Richtlinie, die sie gewährt.",
    secretMissing:
      "Die Zuordnungen ergeben keinen Wert mehr für ein geheimes Attribut des neuen Kontos. Korrigieren Sie die Zuordnungen, und erstellen Sie eine neue Vorschau.",
    notStored:
      "Das System hat die Änderung angenommen, aber nicht ganz gespeichert. Provision hat es mehrmals versucht. Prüfen Sie, ob der Benutzer der Verbindung ändern darf, was hier genannt ist, und ob keine Regel im System es zurücksetzt. Wiederholen Sie dann.",
    notPublished:
      "Das System ist nicht mehr veröffentlicht und bestätigt, oder ein Geheimnis wurde geändert. Veröffentlichen und bestätigen Sie es, und wiederholen Sie dann.",
    gaveUp:
      "Es ist mehrmals aus unbekanntem Grund fehlgeschlagen. Erstellen Sie eine neue Vorschau.",
  },
  diskWait: {
    title: "Wartet auf Speicherplatz",
    todo: "Die Platte des Servers ist voll. Bitten Sie den Betreiber von Provision, Platz zu schaffen. Danach geht es ohne weiteres Zutun weiter.",
  },
  systemSaid: "Einzelheiten",
};
