/** What went wrong with a system, and what to do. */
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { RunProblem } from "#events/entities/systemRun.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";

/** Those of the system itself are problems of runs as well. */
export type ChangeCode = Exclude<ProvisionProblem["code"], Remedy>;
type ProblemCode = RunProblem["code"];
type Texts = Readonly<Record<ProblemCode, { readonly what: string; readonly todo: string }>>;

const english: {
  /** The steps of a connection. */
  readonly steps: Readonly<Record<TestStep, string>>;
  readonly problems: Texts;
  /** Why a change cannot be approved or written. */
  readonly changes: Readonly<Record<ChangeCode, string>>;
  readonly diskWait: { readonly title: string; readonly todo: string };
  readonly systemSaid: string;
} = {
  steps: {
    resolve: "Find the address of the host",
    connect: "Connect",
    secure: "Encrypt the connection",
    signIn: "Sign in",
    find: "Find the accounts",
    read: "Read an account",
  },
  problems: {
    addressForbidden: {
      what: "Provision may not connect to this address.",
      todo: "Ask the operator of Provision to allow the host, or correct the host.",
    },
    baseMissing: {
      what: "The place where accounts are searched does not exist.",
      todo: "Correct the search base of accounts or groups. It must name an existing entry of the directory.",
    },
    certificateRefused: {
      what: "The certificate of the system is not trusted.",
      todo: "Paste the certificate of the authority that issued it, and check that the host is the name in the certificate.",
    },
    changedMeanwhile: {
      what: "The object was changed in the system in the meantime.",
      todo: "Import the system again, and repeat the change.",
    },
    connectionRefused: {
      what: "The host refused the connection.",
      todo: "Check the port, and that the system is running and no firewall is between it and Provision.",
    },
    contentDamaged: {
      what: "The content is damaged or incomplete.",
      todo: "Check the file or the answer of the system, and try again.",
    },
    credentialsRefused: {
      what: "The system did not accept the user or the password.",
      todo: "Check both, and that the account is not locked or expired.",
    },
    fileChanging: {
      what: "The file changed before it was read completely.",
      todo: "Wait until it is complete, and try again. Let the other system write each version under another name, and rename it when it is complete.",
    },
    fileMissing: {
      what: "The file is not there.",
      todo: "Upload the file again, or correct its path.",
    },
    fileTooLarge: {
      what: "The file is too large.",
      todo: "Split the file, or ask the operator of Provision to raise the limit.",
    },
    hostUnknown: {
      what: "The name of the host is unknown.",
      todo: "Check the spelling of the host, and that the name service of the server knows it.",
    },
    ignored: {
      what: "The system accepted the change but did not make it.",
      todo: "Check that the user of the connection may change this value, and that no rule in the system resets it.",
    },
    limitReached: {
      what: "The system returned fewer objects than it has, because of its own limit.",
      todo: "Raise the limit in the system for this user, or choose smaller pages.",
    },
    missingColumn: {
      what: "A column is missing.",
      todo: "Correct the name of the column. Upper and lower case matter.",
    },
    notAllowed: {
      what: "The user may not read or write this.",
      todo: "Give the user of the connection the missing permission in the system.",
    },
    notFound: {
      what: "The system does not know this object or address.",
      todo: "Check the address and the names in the configuration.",
    },
    objectExists: {
      what: "The system already has such an object.",
      todo: "Import the system, so that Provision knows the object.",
    },
    rateLimited: {
      what: "The system accepts no more requests for now.",
      todo: "Wait a few minutes. Choose a longer time between imports if this repeats.",
    },
    redirected: {
      what: "The address leads to another address.",
      todo: "Enter the address to which the system redirects, if you trust it.",
    },
    schemaUnknown: {
      what: "The system does not describe what it stores.",
      todo: "Check that the user may read the schema, and that the address is that of the service.",
    },
    severalFiles: {
      what: "Several files match the path.",
      todo: "Leave only one of them in the folder, or correct the path.",
    },
    statementRefused: {
      what: "The database refused the statement.",
      todo: "Correct the statement. What the database said names the place.",
    },
    systemFailed: {
      what: "The system reported an error of its own.",
      todo: "Try again later. If this repeats, give what it said to the people who run it.",
    },
    timedOut: {
      what: "The system did not answer in time.",
      todo: "Check that it is running and reachable. A firewall that drops requests looks like this, too.",
    },
    unreadable: {
      what: "The answer or the file cannot be understood.",
      todo: "Check the format, the separator and the encoding, or whether the address is that of the right service.",
    },
    valueRefused: {
      what: "The system did not accept a value.",
      todo: "Check the field that it names.",
    },
    gaveUp: {
      what: "The import was started several times and never ended.",
      todo: "Start it again. If this repeats, ask the operator of Provision to look at the server's log.",
    },
    diskFull: {
      what: "There is no space left on the server.",
      todo: "Ask the operator of Provision to make space, and try again.",
    },
    settingsIncomplete: {
      what: "The published settings are not complete, or a secret has changed since.",
      todo: "Complete the configuration, publish it, and start the import again.",
    },
    recordsRejected: {
      what: "Some records could not be used.",
      todo: "Correct them in the system. Objects without a record are not treated as gone.",
    },
    attributesLost: {
      what: "The system no longer has attributes that set fields of people. These fields kept their values.",
      todo: "Restore the attributes or columns in the system. Or choose others in the import settings or mappings, and publish them.",
    },
    abandoned: {
      what: "A user ended the import after it had applied a part of its changes.",
      todo: "Start a new import. It compares everything again and applies what is missing.",
    },
    mappingsTooSlow: {
      what: "The field mappings take too long.",
      todo: "Simplify the code of the named mapping, publish the settings and import again.",
    },
  },
  changes: {
    codeFailed: "The code of a mapping failed. Correct the mapping.",
    codeTooSlow: "The code of a mapping takes too long. Simplify the mapping.",
    codeTooLarge: "The code of a mapping needs too much memory. Simplify the mapping.",
    wrongType: "The code of a mapping returns no text. Correct the mapping.",
    valueTooLong: "A mapping gives a value that is too long. Shorten it in the mapping.",
    severalValues:
      "A mapping gives several values for an attribute that has one. Correct the mapping.",
    conflictingValues: "Several mappings give different values. Correct the mappings.",
    noUnit: "No organisational unit matches. Add one in the DN builder of the mapping.",
    noFreeToken: "All numbers for unique values are taken. Choose another mapping.",
    attributeMissing: "The system has no such attribute. Correct the mapping.",
    nameMissing: "No mapping gives the name of the account. Add an outbound mapping for it.",
    accountExists: "Another account has this name. Match it to its owner, or make the name unique.",
    accountExcluded:
      "The import settings exclude this account. Change the exclusion, or the name of the account.",
    classMissing: "The system has no class of accounts. Import the system first.",
    entitlementMissing:
      "The system has no such entitlement. Import the system, or correct the policy that grants it.",
    secretMissing:
      "The mappings no longer give a value for a secret attribute of the new account. Correct the mappings, and generate a new preview.",
    notStored:
      "The system accepted the change but did not store all of it. Provision tried several times. Check that the user of the connection may change what is named here, and that no rule in the system resets it. Then retry.",
    notPublished:
      "The system is no longer published and confirmed, or a secret was changed. Publish and confirm it, then retry.",
    gaveUp: "It failed several times for an unknown reason. Generate a new preview.",
  },
  diskWait: {
    title: "Waiting for disk space",
    todo: "The server's disk is full. Ask the operator of Provision to free some space. The work then continues automatically.",
  },
  systemSaid: "Details",
};

export type ProblemMessages = typeof english;
export const problemMessages = createCatalogue(english, {
  de: async () => (await import("./problemMessages.de.ts")).german,
});
