import type { ConnectorMessages } from "./messages.ts";

export const german: ConnectorMessages = {
  csv: {
    name: "CSV-Datei",
    description:
      "Liest Konten und Berechtigungen aus einer Tabelle, die ein anderes System ausgibt, und schreibt eine solche Tabelle im Ordner des Servers",
    groups: {
      file: "Datei",
      format: "Format",
      accounts: "Konten",
      entitlements: "Berechtigungen",
      changes: "Änderungen an der Datei",
    },
    fields: {
      source: {
        label: "Wo liegt die Datei?",
        options: { UPLOAD: "Ich lade sie hoch", FOLDER: "Im Ordner des Servers" },
      },
      file: {
        label: "Datei",
        hint: "Ihre erste Zeile enthält die Namen der Spalten. Laden Sie eine neuere Datei hoch, um Änderungen zu importieren.",
      },
      path: {
        label: "Pfad im Ordner",
        hint: "Etwa exports/core-banking.csv. Im Namen der Datei steht * für beliebigen Text, aber nur eine Datei darf passen. Den Ordner Ihrer Organisation stellt der Betreiber des Servers bereit.",
      },
      watched: {
        label: "Jede neue Version der Datei importieren",
        hint: "Ein Import beginnt, wenn sich eine neue Version etwa 10 Sekunden lang nicht geändert hat. Der erste beginnt, nachdem Sie diese Einstellung veröffentlicht und die Einrichtung bestätigt haben.",
      },
      delimiter: {
        label: "Trennzeichen der Spalten",
        options: {
          AUTO: "Erkennen",
          COMMA: "Komma",
          SEMICOLON: "Semikolon",
          TAB: "Tabulator",
          PIPE: "Senkrechter Strich",
        },
      },
      encoding: {
        label: "Zeichensatz",
        hint: "Wählen Sie einen anderen, wenn Umlaute oder Akzente falsch sind.",
        options: {
          AUTO: "Erkennen",
          "UTF-8": "UTF-8",
          "WINDOWS-1252": "Windows-1252 (Westeuropa)",
          "UTF-16": "UTF-16",
        },
      },
      idColumn: {
        label: "Spalte der ID",
        hint: "Sie muss eindeutig sein und darf sich nie ändern, etwa eine Kontonummer.",
      },
      nameColumn: {
        label: "Spalte des Kontonamens",
        hint: "Leer: Die ID ist der Name.",
      },
      activeColumn: {
        label: "Spalte des Kontostatus",
        hint: "Leer: Der Status der Konten ist unbekannt.",
      },
      inactiveValues: {
        label: "Werte inaktiver Konten",
        hint: "Durch Kommas getrennt. Jeder andere Wert bedeutet aktiv. Deaktivierte Konten erhalten den ersten Wert.",
      },
      entitlementColumn: {
        label: "Spalte der Berechtigungen",
        hint: "Leer: Die Datei enthält nur Konten.",
      },
      entitlementLayout: {
        label: "Mehrere Berechtigungen eines Kontos",
        options: {
          ONE_PER_ROW: "Je eine Zeile",
          MULTIPLE_IN_CELL: "In einer Zelle, mit Trennzeichen",
        },
      },
      separator: { label: "Trennzeichen in der Zelle", hint: "Etwa ; oder |" },
      writable: {
        label: "Provision darf die Datei ändern",
        hint: "Jede Änderung ersetzt die Datei durch eine vollständige neue Fassung. Werte werden genau so gespeichert, wie sie sind, auch solche, die eine Tabellenkalkulation als Formel lesen würde. Excel-Arbeitsmappen liest Provision nur.",
      },
      activeValue: {
        label: "Wert aktiver Konten",
        hint: "Neue und reaktivierte Konten erhalten ihn in der Spalte des Kontostatus. Ist er leer, ändert Provision den Status nicht.",
      },
    },
    hrFields: {
      activeColumn: {
        label: "Spalte des Beschäftigungsstatus",
        hint: "Personen scheiden aus, wenn er es sagt. Leer: Personen scheiden aus, wenn sie fehlen.",
      },
      inactiveValues: {
        label: "Werte ausgeschiedener Personen",
        hint: "Durch Kommas getrennt, etwa: ausgeschieden, gekündigt, pensioniert. Jeder andere Wert bedeutet beschäftigt.",
      },
    },
  },
  ldap: {
    name: "LDAP-Verzeichnis",
    description:
      "Liest und schreibt Konten und Gruppen aus Active Directory, OpenLDAP und anderen Verzeichnissen",
    groups: {
      connection: "Verbindung",
      signIn: "Anmeldung",
      accounts: "Konten",
      groups: "Gruppen",
      reading: "Lesen",
    },
    fields: {
      vendor: {
        label: "Verzeichnis",
        hint: "Füllt Namen und Filter, die Sie leer lassen.",
        options: {
          OPENLDAP: "OpenLDAP",
          ACTIVE_DIRECTORY: "Active Directory",
          OTHER: "Ein anderes Verzeichnis",
        },
      },
      host: { label: "Host", hint: "Etwa ldap.bank.example, ohne ldap://" },
      security: {
        label: "Verschlüsselung",
        hint: "Ohne Verschlüsselung kann jeder zwischen Provision und dem Verzeichnis das Passwort lesen.",
        options: { NONE: "Keine", STARTTLS: "StartTLS", LDAPS: "LDAPS" },
      },
      port: { label: "Port", hint: "Leer: 636 bei LDAPS, sonst 389" },
      caCertificate: {
        label: "Zertifikat der ausstellenden Stelle",
        hint: "Im PEM-Format. Leer: die Stellen, denen der Server vertraut",
      },
      bindDn: {
        label: "Anmelden als",
        hint: "Der DN eines Kontos, das das Verzeichnis lesen darf. Leer: anonym",
      },
      password: { label: "Passwort" },
      baseDn: { label: "Suchort der Konten", hint: "Etwa ou=people,dc=bank,dc=example" },
      accountFilter: {
        label: "Filter der Konten",
        hint: "Etwa (objectClass=inetOrgPerson). Leer: der übliche des Verzeichnisses",
      },
      accountClass: {
        label: "Objektklasse der Konten",
        hint: "Leer: die übliche des Verzeichnisses",
      },
      accountExtraClasses: {
        label: "Weitere Objektklassen neuer Konten",
        hint: "Durch Kommas getrennt",
      },
      idAttribute: {
        label: "Attribut der ID",
        hint: "Es ändert sich nie, etwa entryUUID oder objectGUID.",
      },
      nameAttribute: { label: "Attribut des Kontonamens", hint: "Etwa uid oder sAMAccountName" },
      rdnAttribute: {
        label: "Benennendes Attribut neuer Konten",
        hint: "Der erste Teil ihres DN, etwa uid oder cn",
      },
      accountCreateDn: {
        label: "Ort neuer Konten",
        hint: "Der DN, unter dem sie angelegt werden. Leer: der Suchort der Konten",
      },
      groupCreateDn: {
        label: "Ort neuer Gruppen",
        hint: "Der DN, unter dem sie angelegt werden. Leer: der Suchort der Gruppen",
      },
      readGroups: { label: "Gruppen als Berechtigungen lesen" },
      groupBaseDn: { label: "Suchort der Gruppen", hint: "Leer: der Suchort der Konten" },
      groupFilter: { label: "Filter der Gruppen", hint: "Leer: der übliche des Verzeichnisses" },
      groupClass: {
        label: "Objektklasse der Gruppen",
        hint: "Leer: die übliche des Verzeichnisses",
      },
      memberAttribute: {
        label: "Attribut mit den Mitgliedern",
        hint: "Etwa member oder memberUid",
      },
      pageSize: {
        label: "Objekte je Seite",
        hint: "Active Directory erlaubt ohne Änderung höchstens 1.000.",
      },
      readDeleted: {
        label: "Gelöschte Objekte lesen",
        hint: "Importe von Änderungen bemerken dann Löschungen. Das Konto braucht das Recht, sie zu lesen.",
      },
    },
  },
  scim: {
    name: "SCIM-2.0-Dienst",
    description:
      "Liest und schreibt Benutzer und Gruppen von Cloud-Diensten über deren SCIM-2.0-API",
    groups: { service: "Dienst", authentication: "Anmeldung" },
    fields: {
      url: { label: "Adresse der API", hint: "Etwa https://app.example/scim/v2" },
      ca: {
        label: "Zertifikat der ausstellenden Stelle",
        hint: "Im PEM-Format. Leer: die Stellen, denen der Server vertraut",
      },
      profile: {
        label: "Art des Dienstes",
        hint: "Wie der Dienst vom Standard abweicht",
        options: {
          GENERIC: "Folgt dem Standard",
          ENTRA_STYLE: "Für Microsoft Entra ID gemacht",
          AWS_IDENTITY_CENTER: "AWS IAM Identity Center",
        },
      },
      memberSource: {
        label: "Mitglieder der Gruppen",
        options: {
          LIST: "Die Liste der Gruppen enthält sie",
          GROUP: "Eine Anfrage je Gruppe",
          USERS: "Die Benutzer jeder Gruppe suchen",
        },
      },
      readChanges: {
        label: "Zwischen vollständigen Importen nur Änderungen lesen",
        hint: "Der Dienst muss melden, wann Objekte zuletzt geändert wurden.",
      },
      authentication: {
        label: "Anmelden mit",
        options: {
          BEARER: "Token",
          BASIC: "Benutzer und Passwort",
          CLIENT_CREDENTIALS: "OAuth 2: Client-Zugangsdaten",
          AUTHORIZATION_CODE: "OAuth 2: Ein Administrator gewährt Zugriff",
        },
      },
      token: { label: "Token", hint: "Der Dienst zeigt es beim Anlegen." },
      user: { label: "Benutzer" },
      password: { label: "Passwort" },
      authorizeUrl: {
        label: "Adresse zum Gewähren des Zugriffs",
        hint: "Der Authorization Endpoint des Dienstes",
      },
      tokenUrl: { label: "Adresse der Tokens", hint: "Der Token Endpoint des Dienstes" },
      clientId: { label: "Client-ID" },
      clientSecret: { label: "Client-Geheimnis" },
      clientAuthentication: {
        label: "Client-Geheimnis senden",
        options: { HEADER: "Im Header", BODY: "Im Inhalt" },
      },
      scope: { label: "Scope", hint: "Worum der Dienst gebeten wird, durch Leerzeichen getrennt" },
      refreshToken: { label: "Refresh-Token", hint: "Wird gesetzt, wenn der Zugriff gewährt wird" },
    },
  },
  sql: {
    name: "PostgreSQL-Datenbank",
    description:
      "Liest Konten aus einer Tabelle, Sicht oder Abfrage und schreibt sie mit Anweisungen, die Sie festlegen",
    groups: {
      server: "Server",
      accounts: "Konten",
      entitlements: "Berechtigungen",
      statements: "Schreibende Anweisungen",
    },
    fields: {
      host: { label: "Host", hint: "Etwa db.bank.example" },
      port: { label: "Port" },
      database: { label: "Datenbank" },
      user: { label: "Benutzer", hint: "Einer, der nur darf, was die Anweisungen unten brauchen" },
      password: { label: "Passwort" },
      tls: {
        label: "Verschlüsselung",
        options: {
          NONE: "Keine",
          REQUIRED: "Jedes Zertifikat",
          VERIFIED: "Das Zertifikat muss den Host nennen",
        },
      },
      ca: {
        label: "Zertifikat der ausstellenden Stelle",
        hint: "Im PEM-Format. Leer: die Stellen, denen der Server vertraut",
      },
      accounts: {
        label: "Konten",
        hint: "Der Name einer Tabelle oder Sicht, oder ein einziges SELECT",
      },
      idColumn: {
        label: "Spalte der ID",
        hint: "Sie muss eindeutig sein und darf sich nie ändern.",
      },
      nameColumn: { label: "Spalte des Kontonamens", hint: "Leer: Die ID ist der Name." },
      activeColumn: {
        label: "Spalte des Kontostatus",
        hint: "Leer: Der Status der Konten ist unbekannt.",
      },
      activeValues: {
        label: "Werte aktiver Konten",
        hint: "Durch Kommas getrennt. Jeder andere Wert bedeutet inaktiv.",
      },
      changeColumn: {
        label: "Spalte der letzten Änderung",
        hint: "Eine Zeit oder Zahl, die mit jeder Änderung wächst. Leer: Jeder Import liest alles.",
      },
      changeOverlap: {
        label: "Überlappung",
        hint: "Wie weit Änderungen erneut gelesen werden, in Sekunden oder Einheiten einer Zahl, für spät beendete Transaktionen",
      },
      entitlementSource: {
        label: "Wo stehen die Berechtigungen?",
        options: {
          NONE: "Nirgends: nur Konten lesen",
          COLUMN: "In einer Spalte des Kontos",
          QUERY: "In einer anderen Tabelle oder Abfrage",
        },
      },
      entitlementsColumn: { label: "Spalte der Berechtigungen" },
      entitlementSeparator: {
        label: "Trennzeichen",
        hint: "Zwischen mehreren Berechtigungen in der Spalte",
      },
      entitlements: {
        label: "Berechtigungen der Konten",
        hint: "Der Name einer Tabelle oder Sicht, oder ein einziges SELECT mit je einer Zeile",
      },
      entitlementAccountColumn: { label: "Spalte mit der ID des Kontos" },
      entitlementNameColumn: { label: "Spalte mit dem Namen der Berechtigung" },
      create: {
        label: "Konto anlegen",
        hint: "Eine einzige Anweisung. :id und die Spalten des Kontos stehen für Werte.",
      },
      update: {
        label: "Konto ändern",
        hint: "Eine einzige Anweisung. :id und die Spalten des Kontos stehen für Werte.",
      },
      remove: {
        label: "Konto entfernen",
        hint: "Eine einzige Anweisung. :id und die Spalten des Kontos stehen für Werte.",
      },
      activate: {
        label: "Konto aktivieren",
        hint: "Eine einzige Anweisung. :id und die Spalten des Kontos stehen für Werte.",
      },
      deactivate: {
        label: "Konto deaktivieren",
        hint: "Eine einzige Anweisung. :id und die Spalten des Kontos stehen für Werte.",
      },
      grant: {
        label: "Berechtigung geben",
        hint: "Eine einzige Anweisung mit :id und :entitlement",
      },
      revoke: {
        label: "Berechtigung entziehen",
        hint: "Eine einzige Anweisung mit :id und :entitlement",
      },
    },
    hrFields: {
      activeColumn: {
        label: "Spalte des Beschäftigungsstatus",
        hint: "Personen scheiden aus, wenn er es sagt. Leer: Personen scheiden aus, wenn sie fehlen.",
      },
      activeValues: {
        label: "Werte beschäftigter Personen",
        hint: "Durch Kommas getrennt. Jeder andere Wert bedeutet ausgeschieden.",
      },
    },
  },
  manual: {
    name: "Selbst bestätigtes System",
    description:
      "Für Systeme, die Provision nicht erreicht: Menschen erledigen die Arbeit und bestätigen sie",
    groups: {},
    fields: {},
  },
};
