/** What administrators read about each connector and its fields. */
import { createCatalogue } from "../../ui/language/catalogue.ts";

/** The texts of one connector: labels and hints of its fields by id, labels of groups and of choices. */
export interface ConnectorTexts {
  readonly name: string;
  readonly description: string;
  readonly groups: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, FieldTexts>>;
  /** Of the fields that mean something else in an HR system, whose objects are people. */
  readonly hrFields?: Readonly<Record<string, FieldTexts>>;
}

interface FieldTexts {
  readonly label: string;
  readonly hint?: string;
  /** The choices of a SELECT. */
  readonly options?: Readonly<Record<string, string>>;
}

/** By the key of the connector. */
export type ConnectorMessages = Readonly<Record<string, ConnectorTexts>>;

const english: ConnectorMessages = {
  csv: {
    name: "CSV file",
    description:
      "Reads accounts and entitlements from a table that another system exports, and writes such a table in the folder of the server",
    groups: {
      file: "File",
      format: "Format",
      accounts: "Accounts",
      entitlements: "Entitlements",
      changes: "Changes to the file",
    },
    fields: {
      source: {
        label: "Where is the file?",
        options: { UPLOAD: "I upload it", FOLDER: "In the folder of the server" },
      },
      file: {
        label: "File",
        hint: "Its first line has the names of the columns. Upload a newer file to import changes.",
      },
      path: {
        label: "Path in the folder",
        hint: "Such as exports/core-banking.csv. In the name of the file, * stands for any text, but only one file may match. The operator of the server provides the folder of your organisation.",
      },
      watched: {
        label: "Import each new version of the file",
        hint: "An import starts when a new version has not changed for about 10 seconds. The first one starts after you publish this setting and confirm the setup.",
      },
      delimiter: {
        label: "Separator of columns",
        options: {
          AUTO: "Detect it",
          COMMA: "Comma",
          SEMICOLON: "Semicolon",
          TAB: "Tab",
          PIPE: "Vertical bar",
        },
      },
      encoding: {
        label: "Character encoding",
        hint: "Choose another one if umlauts or accents are wrong.",
        options: {
          AUTO: "Detect it",
          "UTF-8": "UTF-8",
          "WINDOWS-1252": "Windows-1252 (Western Europe)",
          "UTF-16": "UTF-16",
        },
      },
      idColumn: {
        label: "Column of the id",
        hint: "It must be unique and never change, such as an account number.",
      },
      nameColumn: {
        label: "Column of the account name",
        hint: "Empty: the id is the name.",
      },
      activeColumn: {
        label: "Column of the account status",
        hint: "Empty: the status of accounts is unknown.",
      },
      inactiveValues: {
        label: "Values of inactive accounts",
        hint: "Separated by commas. Any other value means active. Deactivated accounts get the first value.",
      },
      entitlementColumn: {
        label: "Column of entitlements",
        hint: "Empty: the file has accounts only.",
      },
      entitlementLayout: {
        label: "Several entitlements of an account",
        options: {
          ONE_PER_ROW: "One row for each",
          MULTIPLE_IN_CELL: "In one cell, with a separator",
        },
      },
      separator: { label: "Separator in the cell", hint: "Such as ; or |" },
      writable: {
        label: "Provision may change the file",
        hint: "Each change replaces the file with a complete new version. Values are stored exactly as they are, including those that a spreadsheet would read as formulas. Provision only reads Excel workbooks.",
      },
      activeValue: {
        label: "Value of active accounts",
        hint: "New and reactivated accounts get it in the column of the account status. If it is empty, Provision does not change the status.",
      },
    },
    hrFields: {
      activeColumn: {
        label: "Column of the employment status",
        hint: "People leave when it says so. Empty: people leave when they are missing.",
      },
      inactiveValues: {
        label: "Values of people who have left",
        hint: "Separated by commas, such as: left, terminated, retired. Any other value means employed.",
      },
    },
  },
  ldap: {
    name: "LDAP directory",
    description:
      "Reads and writes accounts and groups of Active Directory, OpenLDAP and other directories",
    groups: {
      connection: "Connection",
      signIn: "Sign-in",
      accounts: "Accounts",
      groups: "Groups",
      reading: "Reading",
    },
    fields: {
      vendor: {
        label: "Directory",
        hint: "Fills names and filters that you leave empty.",
        options: {
          OPENLDAP: "OpenLDAP",
          ACTIVE_DIRECTORY: "Active Directory",
          OTHER: "Another directory",
        },
      },
      host: { label: "Host", hint: "Such as ldap.bank.example, without ldap://" },
      security: {
        label: "Encryption",
        hint: "Without encryption, anyone between Provision and the directory can read the password.",
        options: { NONE: "None", STARTTLS: "StartTLS", LDAPS: "LDAPS" },
      },
      port: { label: "Port", hint: "Empty: 636 for LDAPS, otherwise 389" },
      caCertificate: {
        label: "Certificate of the authority",
        hint: "In PEM format. Empty: the authorities that the server trusts",
      },
      bindDn: {
        label: "Sign in as",
        hint: "The DN of an account that may read the directory. Empty: anonymous",
      },
      password: { label: "Password" },
      baseDn: { label: "Search base of accounts", hint: "Such as ou=people,dc=bank,dc=example" },
      accountFilter: {
        label: "Filter of accounts",
        hint: "Such as (objectClass=inetOrgPerson). Empty: the usual one of the directory",
      },
      accountClass: {
        label: "Object class of accounts",
        hint: "Empty: the usual one of the directory",
      },
      accountExtraClasses: {
        label: "Other object classes of new accounts",
        hint: "Separated by commas",
      },
      idAttribute: {
        label: "Attribute of the id",
        hint: "It never changes, such as entryUUID or objectGUID.",
      },
      nameAttribute: {
        label: "Attribute of the account name",
        hint: "Such as uid or sAMAccountName",
      },
      rdnAttribute: {
        label: "Naming attribute of new accounts",
        hint: "The first part of their DN, such as uid or cn",
      },
      accountCreateDn: {
        label: "Place of new accounts",
        hint: "The DN below which they are created. Empty: the search base of accounts",
      },
      groupCreateDn: {
        label: "Place of new groups",
        hint: "The DN below which they are created. Empty: the search base of groups",
      },
      readGroups: { label: "Read groups as entitlements" },
      groupBaseDn: { label: "Search base of groups", hint: "Empty: the search base of accounts" },
      groupFilter: { label: "Filter of groups", hint: "Empty: the usual one of the directory" },
      groupClass: {
        label: "Object class of groups",
        hint: "Empty: the usual one of the directory",
      },
      memberAttribute: { label: "Attribute with the members", hint: "Such as member or memberUid" },
      pageSize: {
        label: "Objects per page",
        hint: "Active Directory allows at most 1,000 by default.",
      },
      readDeleted: {
        label: "Read deleted objects",
        hint: "Imports of changes then notice deletions. The account needs the right to read them.",
      },
    },
  },
  scim: {
    name: "SCIM 2.0 service",
    description: "Reads and writes users and groups of cloud services through their SCIM 2.0 API",
    groups: { service: "Service", authentication: "Sign-in" },
    fields: {
      url: { label: "Address of the API", hint: "Such as https://app.example/scim/v2" },
      ca: {
        label: "Certificate of the authority",
        hint: "In PEM format. Empty: the authorities that the server trusts",
      },
      profile: {
        label: "Kind of service",
        hint: "How the service deviates from the standard",
        options: {
          GENERIC: "Follows the standard",
          ENTRA_STYLE: "Made for Microsoft Entra ID",
          AWS_IDENTITY_CENTER: "AWS IAM Identity Center",
        },
      },
      memberSource: {
        label: "Members of groups",
        options: {
          LIST: "The list of groups has them",
          GROUP: "One request for each group",
          USERS: "Search the users of each group",
        },
      },
      readChanges: {
        label: "Read only changes between full imports",
        hint: "The service must report when objects were last changed.",
      },
      authentication: {
        label: "Sign in by",
        options: {
          BEARER: "Token",
          BASIC: "User and password",
          CLIENT_CREDENTIALS: "OAuth 2: client credentials",
          AUTHORIZATION_CODE: "OAuth 2: an administrator grants access",
        },
      },
      token: { label: "Token", hint: "The service shows it when you create it." },
      user: { label: "User" },
      password: { label: "Password" },
      authorizeUrl: {
        label: "Address to grant access",
        hint: "The authorization endpoint of the service",
      },
      tokenUrl: { label: "Address of tokens", hint: "The token endpoint of the service" },
      clientId: { label: "Client id" },
      clientSecret: { label: "Client secret" },
      clientAuthentication: {
        label: "Send the client secret",
        options: { HEADER: "In a header", BODY: "In the body" },
      },
      scope: { label: "Scope", hint: "What the service is asked for, separated by spaces" },
      refreshToken: { label: "Refresh token", hint: "Set when access is granted" },
    },
  },
  sql: {
    name: "PostgreSQL database",
    description:
      "Reads accounts from a table, a view or a query, and writes them by statements that you define",
    groups: {
      server: "Server",
      accounts: "Accounts",
      entitlements: "Entitlements",
      statements: "Statements that write",
    },
    fields: {
      host: { label: "Host", hint: "Such as db.bank.example" },
      port: { label: "Port" },
      database: { label: "Database" },
      user: { label: "User", hint: "One that may only do what the statements below need" },
      password: { label: "Password" },
      tls: {
        label: "Encryption",
        options: {
          NONE: "None",
          REQUIRED: "Any certificate",
          VERIFIED: "The certificate must name the host",
        },
      },
      ca: {
        label: "Certificate of the authority",
        hint: "In PEM format. Empty: the authorities that the server trusts",
      },
      accounts: { label: "Accounts", hint: "The name of a table or view, or a single SELECT" },
      idColumn: { label: "Column of the id", hint: "It must be unique and never change." },
      nameColumn: { label: "Column of the account name", hint: "Empty: the id is the name." },
      activeColumn: {
        label: "Column of the account status",
        hint: "Empty: the status of accounts is unknown.",
      },
      activeValues: {
        label: "Values of active accounts",
        hint: "Separated by commas. Any other value means inactive.",
      },
      changeColumn: {
        label: "Column of the last change",
        hint: "A time or number that grows with each change. Empty: every import reads everything.",
      },
      changeOverlap: {
        label: "Overlap",
        hint: "How far back changes are read again, in seconds or in units of a number, for transactions that ended late",
      },
      entitlementSource: {
        label: "Where are the entitlements?",
        options: {
          NONE: "Nowhere: read accounts only",
          COLUMN: "In a column of the account",
          QUERY: "In another table or query",
        },
      },
      entitlementsColumn: { label: "Column of entitlements" },
      entitlementSeparator: {
        label: "Separator",
        hint: "Between several entitlements in the column",
      },
      entitlements: {
        label: "Entitlements of accounts",
        hint: "The name of a table or view, or a single SELECT with a row for each",
      },
      entitlementAccountColumn: { label: "Column with the id of the account" },
      entitlementNameColumn: { label: "Column with the name of the entitlement" },
      create: {
        label: "Create an account",
        hint: "A single statement. :id and the columns of the account stand for values.",
      },
      update: {
        label: "Change an account",
        hint: "A single statement. :id and the columns of the account stand for values.",
      },
      remove: {
        label: "Remove an account",
        hint: "A single statement. :id and the columns of the account stand for values.",
      },
      activate: {
        label: "Enable an account",
        hint: "A single statement. :id and the columns of the account stand for values.",
      },
      deactivate: {
        label: "Disable an account",
        hint: "A single statement. :id and the columns of the account stand for values.",
      },
      grant: { label: "Give an entitlement", hint: "A single statement with :id and :entitlement" },
      revoke: {
        label: "Take an entitlement",
        hint: "A single statement with :id and :entitlement",
      },
    },
    hrFields: {
      activeColumn: {
        label: "Column of the employment status",
        hint: "People leave when it says so. Empty: people leave when they are missing.",
      },
      activeValues: {
        label: "Values of employed people",
        hint: "Separated by commas. Any other value means that they have left.",
      },
    },
  },
  manual: {
    name: "Self-certified system",
    description:
      "For systems that Provision cannot reach: people do the work and attest that it is done",
    groups: {},
    fields: {},
  },
};

export const connectorMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
