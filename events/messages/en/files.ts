/** CSV files: bulk changes in the browser, and the import. */
export const FILES = {
  "bulk.notFound": "File not found",
  "bulk.displaced": "You started checking another file; check this one again",
  "bulk.tooBusy": "Someone else is changing the same users; try again",
  "bulk.unknownColumns": {
    one: "{file} has a column that users do not have: {names}. Remove it; the columns are {columns}.",
    other:
      "{file} has columns that users do not have: {names}. Remove them; the columns are {columns}.",
  },
  "bulk.tooManyLines": "{file} has more than {max:number} lines. Divide it.",
  "bulk.tooManySelected": "More than {max:number} users are selected. Narrow the list.",
  "bulk.nobodySelected": "None of the selected users exists any more. Select others.",
  "bulk.noLines": "{file} has no line below its header.",
  "bulk.tooManyResources":
    "The lines name more than {max:number} resources together. Divide the file.",
  "bulk.badLength": {
    one: "The line has {count:number} value, the header {columns:number}",
    other: "The line has {count:number} values, the header {columns:number}",
  },
  "bulk.controlCharacter":
    "The value holds the control character {character} as character {at:number}. Remove it",
  "bulk.notYesNo": '"{text}" is neither yes nor no',
  "bulk.unknownRole": 'No role is called "{name}"',
  "bulk.unknownResource": 'No resource is called "{name}"',
  "bulk.ambiguousRole": 'More than one role is called "{name}": write its id',
  "bulk.ambiguousResource": 'More than one resource is called "{name}": write its id',
  "bulk.repeated": "Line {line:position} has the same username",
  "bulk.repeatedOften": "Line {line:position} and {count:number} more have the same username",
  "bulk.userDeleted": "This user was deleted in the meantime",
  "bulk.userChanged": "This user was changed in the meantime; check the file again",

  "import.noFile": "Choose a file of identities, of access, or both.",
  "import.replaceNeedsAccess": "A replace needs a file of access.",
  "import.replaceNeedsEntitlement":
    "{file} lacks the column entitlement. A replace without it would remove all entitlements of its resources.",
  "import.tooLarge":
    "{file} is larger than {megabytes:number} MB. Divide it, or use the import command on the server.",
  "import.notFound": "Import not found",
  "import.isRunning": "Another import is running. Wait until it ends.",
  "import.notUploading": "This import has its files already.",
  "import.badPart": "This part does not belong to a file of the import.",
  "import.incomplete": "The files were not sent completely. Choose them again.",
  "import.unreadable": "The file cannot be read. Choose it again.",
  "import.notChecked": "Check the files before you import them.",
  "import.notCancellable": "The import writes already or has ended. It can no longer be cancelled.",
  "import.rejected":
    "Records were rejected, so nothing was imported. Leave them out, or correct them.",
  "import.gaveUp":
    "The server stopped repeatedly during this import. Nothing was changed. Start the import again.",
  "import.notStarted": "The import was not started: {reason:sentence}",
  "import.failed":
    "An unexpected error stopped the import. Nothing was changed. Start the import again, or send a support request.",
  "import.diskFull":
    "There is no space left on the server. Nothing was changed. Ask the operator of Provision to free some space, and start the import again.",
  "import.cancelled": "Import cancelled. Nothing was changed.",
  "import.columnCount": {
    one: "The record has {count:number} value where the header has {columns:number} columns. Quote values that contain the separator.",
    other:
      "The record has {count:number} values where the header has {columns:number} columns. Quote values that contain the separator.",
  },
  "import.controlCharacter":
    "The value holds the control character {character} as character {at:number}. Remove it.",
  "import.tooLong":
    "The value has {length:number} characters; at most {max:number} are allowed. Shorten it.",
  "import.noId": "The id is missing. Each identity needs one.",
  "import.noName": "The {column} is missing. Each record needs a resource and an account.",
  "import.repeatedId":
    "Identity {id} already appears on line {line:position} with another value in this column. If both are one person, keep one of the lines. If not, correct the id of one.",
  "import.unknownIdentity":
    "No identity has the id {id}. Correct the id, or add the person to the identities file. Leave the cell empty only if the account is orphaned.",
  "import.connectedSystem":
    "{resource} is filled by imports of its connected system. Change the account there, and leave the record out of the file.",
  "import.twoOwners":
    "The account {account} belongs to {owner} in line {line:position}, but to {other} here. Keep one of the two.",
  "import.noOwner": "no identity",
  "import.misspelledKept":
    '{file}: "{column}" was found where "{meant}" may be meant; it is kept as an attribute.',
  "import.misspelled": '{file}: "{column}" was found where "{meant}" may be meant.',
  "import.ignoredColumn": '{file}: the column "{column}" is not known and was ignored.',
  "import.repeatedUsernames": {
    one: "{count:number} username is that of more than one identity of the file: {names}.",
    other: "{count:number} usernames are those of more than one identity of the file: {names}.",
  },
  "import.takenUsernames": {
    one: "{count:number} username is already that of a person who is not in the file: {names}.",
    other: "{count:number} usernames are already those of people who are not in the file: {names}.",
  },
  "import.takenEmails": {
    one: "{count:number} email address is already that of a person who is not in the file: {names}.",
    other:
      "{count:number} email addresses are already those of people who are not in the file: {names}.",
  },
  "import.unlikelyEmails": {
    one: "{count:number} value is no email address, and is kept as written: {names}.",
    other: "{count:number} values are no email addresses, and are kept as written: {names}.",
  },
  "import.unknownManagers": {
    one: "{count:number} manager is neither in the file nor in the directory: {names}.",
    other: "{count:number} managers are neither in the file nor in the directory: {names}.",
  },
  "import.keptForPolicy": {
    one: "{count:number} entitlement is not in the file but kept, because a policy or an access role grants it.",
    other:
      "{count:number} entitlements are not in the file but kept, because a policy or an access role grants them.",
  },
  "import.otherPlan":
    "This plan removes more than the safety gates allow without a decision, and it is not the plan that you have seen. Load the page again and check what it changes.",
  "import.unknownPlan":
    "This plan removes more than the safety gates allow without a decision, and an earlier version of Provision made it. Nothing was imported. Check the files again.",
  "import.planChanged":
    "The directory has changed since the check, so the import would not do exactly what you approved. Nothing was imported. Check the files again.",
  "import.keptForHr": {
    one: "{count:number} person keeps values that the file would change, because the HR system {system} sets them: {person}.",
    other:
      "{count:number} people keep values that the file would change, because the HR system {system} sets them, such as {person}.",
  },
  "import.notUndoable":
    "This import cannot be undone: it was undone, or Provision no longer keeps what it changed.",
  "import.undone": "Import {no:number} was undone.",
  "import.notUndone": "Import {no:number} was not undone: {reason:sentence}",
  "import.undoChanged": {
    one: "This import cannot be undone: {name} ({kind}) has been changed again since.",
    other:
      "This import cannot be undone: {count:number} of its records have been changed again since, such as {name} ({kind}).",
  },
  "import.undoChangedByImports": {
    one: "A later import changed {name} ({kind}), which this import changed. Undo these first, in this order: {imports}.",
    other:
      "Later imports changed {count:number} records that this import changed, such as {name} ({kind}). Undo these first, in this order: {imports}.",
  },
  "import.undoConnected": {
    one: "This import cannot be undone: {name} is filled by imports of its connected system now.",
    other:
      "This import cannot be undone: {count:number} of its resources, such as {name}, are filled by imports of their connected systems now.",
  },
  "import.undoTaken": {
    one: "This import cannot be undone: it removed {name}, and that name has been added again since.",
    other:
      "This import cannot be undone: {count:number} names that it removed have been added again since, such as {name}.",
  },
  "import.undoMissing": {
    one: "This import cannot be undone: something that {name} belonged to or held before has been removed since.",
    other:
      "This import cannot be undone: something that {count:number} records such as {name} belonged to or held before has been removed since.",
  },
  "import.undoUsed": {
    one: "This import cannot be undone: it added {name} ({kind}), and since then {use}.",
    other:
      "This import cannot be undone: it added {count:number} records such as {name} ({kind}), and since then {use}.",
  },
  "import.usedByAccounts": "other accounts hold or use them",
  "import.usedByEntitlements": "other entitlements belong to them",
  "import.usedByPolicies": "policies or access roles use them",
  "import.usedByPeople": "other people belong to them",
  "import.usedByOrgs": "other orgs are below them",
  "import.usedByOthers": "cases, users, systems or later imports name them",
  "import.kindPerson": "person",
  "import.kindOrg": "org",
  "import.kindResource": "resource",
  "import.kindEntitlement": "entitlement",
  "import.kindAccount": "account",
  "import.inLines": {
    one: "{names} (line {lines})",
    other: "{names} (lines {lines})",
  },
  "import.andMore": "{names} and {more:number} more",
  "csv.badGzip":
    "{file} is not a complete gzip file. Compress it again, or give the uncompressed file with a name that does not end in .gz.",

  "csv.notUtf8":
    "{file}, line {line:position}: the file is not UTF-8 text. Save or export it as CSV in UTF-8 and import it again.",
  "csv.openQuote":
    "{file}, record that begins in line {line:position}: a quoted value is not closed. Add the missing quote.",
  "csv.longRecord":
    "{file}, record that begins in line {line:position}: it is longer than 1 MiB. A quoted value is probably not closed; add the missing quote.",
  "csv.afterQuote":
    "{file}, record that begins in line {line:position}: a quoted value is followed by other characters. Double each quote inside a quoted value.",
  "csv.strayQuote":
    "{file}, record that begins in line {line:position}: an unquoted value contains a quote. Quote the whole value and double each quote in it.",
  "csv.empty": "{file} is empty. It needs a first line with the names of its columns.",
  "csv.tooManyColumns":
    "{file} has {columns:number} columns; at most {max:number} are read. Remove some.",
  "csv.carriageReturns":
    "{file}, line 1: lines end in a carriage return alone. Save the file with LF or CRLF line ends and import it again.",
  "csv.tabs":
    "{file}, line 1: values are separated by tabs. Save the file with commas between them and import it again.",
  "csv.unnamedColumn": "{file}, line 1: column {column:number} has no name. Name it or remove it.",
  "csv.columnControlCharacter":
    "{file}, line 1: column {column:number} holds the control character {character} as character {at:number}. Remove it.",
  "csv.columnTooLong":
    "{file}, line 1: column {column:number} has {length:number} characters; at most {max:number} are allowed. Shorten it.",
  "csv.repeatedColumn": "{file}, line 1: the column {name} appears twice. Rename or remove one.",
  "csv.missingColumns": {
    one: "{file} lacks the column {names}. Add it to the first line. Upper and lower case matter.",
    other:
      "{file} lacks the columns {names}. Add them to the first line. Upper and lower case matter.",
  },
  "csv.misspelledColumns": {
    one: "{file} lacks the column {names}. Correct its first line: rename {renames}.",
    other: "{file} lacks the columns {names}. Correct its first line: rename {renames}.",
  },

  "xlsx.damaged":
    "{file} is not a complete Excel workbook. Save it again as .xlsx, or as CSV in UTF-8.",
  "xlsx.noSheet": "{file} has no visible sheet.",
  "xlsx.tooLarge":
    "{file} unpacks to more than {megabytes:number} MB. Save its sheet as CSV in UTF-8 instead.",
  "xlsx.errorCell":
    "The cell shows the error {error}. Correct its formula, or replace it with a value, and save the workbook.",
  "xlsx.notCalculated":
    "The cell has a formula that was never calculated. Open the workbook in Excel, save it and choose it again.",
  "xlsx.headerCell":
    "{file}, line {line:position}, column {column:position} of the header: {reason:sentence}",
  "xlsx.oldOrLocked":
    "{file} is in an old Excel format or has a password. Save it as .xlsx without a password, or as CSV in UTF-8.",

  "bulk.checkedElsewhere":
    "{file} was checked, and nothing is changed. To see what it would change, choose it again in Bulk Changes.",
  "bulk.notChecked": "This file can't be used: {reason:sentence}",
  "bulk.unreadable": "This file cannot be read; choose it again",
  "bulk.applied": "The file was applied.",
  "bulk.partlyApplied": "The file was applied, but not all of its lines.",
  "bulk.downloaded": "{file} was downloaded.",
  "bulk.notDownloaded": "No file was saved: {reason:sentence}",
} as const;
