/** Field mappings. */
export const MAPPINGS = {
  "mappings.notFound": "Mapping not found",
  "mappings.previewNotFound": "Preview not found",
  "mappings.fieldRequired": "Choose a field",
  "mappings.fieldUnknown": "Identities have no such field",
  "mappings.attributeRequired": "Choose an attribute",
  "mappings.notWritable": "The system does not allow changes of this attribute",
  "mappings.sourceRequired": "Add a source",
  "mappings.onlySubstring": "Only SUBSTRING has a start and a length",
  "mappings.templateRequired": "Enter a template",
  "mappings.noSuchSource": {
    one: "The template names a source that the mapping lacks. It has {count:number} source.",
    other: "The template names a source that the mapping lacks. It has {count:number} sources.",
  },
  "mappings.codeRequired": "Enter the code",
  "mappings.badCode":
    "The code is invalid at line {line:number}, character {column:number}: {text}",
  "mappings.codeFieldUnknown":
    "Line {line:number}, character {column:number}: identities have no field {name}",
  "mappings.codeAttributeUnknown":
    "Line {line:number}, character {column:number}: the accounts of the system have no attribute {name}",
  "mappings.targetOnlyOutbound":
    "An inbound mapping can only set a field of people. Choose “A value”.",
  "mappings.dnOnlyOutbound": "Only an outbound mapping of an attribute builds a distinguished name",
  "mappings.badRdn": "Enter an attribute type such as CN",
  "mappings.badDn": "Enter a distinguished name such as OU=People,DC=example,DC=com",
  "mappings.isLocked": "This mapping is locked. Unlock it first.",
  "mappings.isCyclic":
    "With this mapping, a value would depend on itself. Make one of the mappings of the circle weak, or remove one.",
  "mappings.tooMany": "A system can have at most {max:number} mappings",
  "mappings.notManual": "This is not a manual system",
  "mappings.outboundOnly": "A manual system has only outbound mappings",
  "mappings.readOnly": "The connector cannot write to this system",
  "mappings.previewRuns": "Another preview of this system is running. Wait until it ends.",
  "mappings.previewEnded": "The preview has already ended",
  "mappings.onlyCancel": "A preview can only be cancelled",
  "mappings.tooManyPreviews": "Too many previews are running. Try again in a minute.",
  "mappings.added": "The mapping was added. It takes effect when the system is published.",
  "mappings.notAdded": "The mapping was not added: {reason}",
  "mappings.saved": "The mapping was saved. It takes effect when the system is published.",
  "mappings.notSaved": "The mapping was not saved: {reason}",
  "mappings.deleted": "The mapping of {name} was deleted",
  "mappings.notDeleted": "The mapping of {name} was not deleted: {reason}",
  "mappings.attributeGone":
    "The system no longer has the attribute {attribute}, which a mapping names",
  "mappings.onlyHrIdentifies":
    "Only the HR system sets the ID of a person. Accounts of other systems belong to people who are already known.",
  "mappings.neverRead":
    "This system is never read, so its inbound mappings have no effect. Delete them to publish it.",
  "mappings.attributeLost":
    "{field} was not set for anyone: the system no longer has the attribute {attribute}, which the mapping uses.",
  "mappings.objectFailed": "{name}: {target} was not set. {text}",
  "mappings.notUsed": "{name}: {field} was not used, because {system} sets it.",
  "mappings.offerFailed": "{name}: {field} of {system} was not used. {text}",
  "mappings.otherAccount":
    "{name}: {field} was not used, because the account {account} of the same person sets it.",
} as const;
