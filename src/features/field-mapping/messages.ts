import { MIDPOINT_USER_FIELDS } from "#events/rules/mappings/fields.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");

/** The names of the fields of identities by id. */
const fieldNames: Readonly<Record<string, string>> = Object.fromEntries(
  MIDPOINT_USER_FIELDS.map(({ id, name }) => [id, name]),
);

const english = {
  fieldNames,
  title: "Field Mapping",
  readOnly: "You can view these mappings but not edit them",
  sourceKinds: {
    HR: "HR",
    Directory: "Directory",
    Manual: "Manual",
    "Target System": "Target System",
  },
  direction: "Direction",
  directions: { inbound: "Inbound", outbound: "Outbound" },
  directionHints: {
    inbound: "Values of the system's accounts become values of identities.",
    outbound: "Values of identities become values of the system's accounts.",
  },
  unpublished: "This system has unpublished changes",
  unpublishedWhat: "Changed mappings take effect when the system is published.",
  toPublish: "Review and publish",
  notConnected: "This resource has no field mappings",
  notConnectedWhy: "Only connected systems have field mappings.",
  back: "Back to the system",
  inboundUnused: "Imports do not use these mappings",
  neverRead:
    "Provision does not read this system, so it cannot set fields of people. To set attributes of its accounts, add outbound mappings.",
  setsOwners: "These mappings set fields of the people who own the system's accounts",
  precedence:
    "If several systems give a field a value, the HR system wins. Among the others, a strong mapping wins over a normal one, and a normal one over a weak one. If the strengths are equal, the system that was published first wins. Previews show the values of this system only. An import lists the people whom it changes, with the values that they get.",
  noPersonId:
    "No mapping sets the person ID, so imports use the attributes of the system's settings. Add a mapping of the person ID.",
  onlyRead: "The connector cannot write to this system, so outbound mappings are not possible",
  onlyReadWhy: "The settings of the connector decide whether it may write.",
  toSetUp: "Open the settings",
  loadFailed: "The field mappings could not be loaded",

  attributesMissing: (number: number) =>
    `Mappings use ${counted(number, { one: "attribute", other: "attributes" })} that the system no longer has`,
  mapped: (number: number) => counted(number, { one: "mapping", other: "mappings" }),
  allKinds: "All",
  noMappings: "No mappings yet",
  noMappingsWhy: "Add a mapping, or start with one of the targets below.",
  noneOfKind: "No mapping of this kind",
  notMapped: (number: number) => `Not mapped (${count(number)})`,
  map: "Map",
  mapOne: (name: string) => `Map ${name}`,
  editOne: (name: string, origin: string) => `Edit ${name}: ${origin}`,
  dnShort: "DN",
  ifCondition: "Condition",
  intolerant: "Removes other values",

  add: "Add mapping",
  addTitle: "Add Field Mapping",
  mayNotAdd: "You cannot add mappings to this system",
  notAdded: "The mapping was not added",
  editTitle: "Edit Field Mapping",
  notSaved: "The mapping was not saved",
  delete: "Delete",
  unlockFirst: "Unlock this mapping first",
  deleteTitle: (name: string) => `Delete the mapping of ${name}?`,
  deleteWhat: "Existing values stay. Nothing changes before the system is published.",
  notDeleted: "The mapping was not deleted",
  missing: "Mapping not found",
  missingWhy: "It may have been deleted, or the link is incomplete.",
  toList: "Show all mappings",
  toMapping: "Back to the mapping",

  choose: "Choose…",
  requiredField: (name: string) => `${name} (required)`,
  otherAttribute: "Additional attribute…",
  extensionName: "Name of the additional attribute",
  attributesUnknown:
    "Enter the name. Test the connection to choose from the attributes of the system.",
  missingAttribute: (name: string) => `${name} (no longer in the system)`,
  readOnlyAttribute: (name: string) => `${name} (read-only)`,
  attribute: "Attribute of the account",
  field: "Field of the identity",

  what: "What it sets",
  sets: "Sets",
  targets: {
    attribute: "A value",
    existence: "Existence",
    administrativeStatus: "Administrative status",
  },
  inboundTargetHint: "A field of the identity",
  targetHints: {
    attribute: "An attribute of the account",
    existence: "Whether the identity has an account in the system",
    administrativeStatus: "Whether the account is active",
  },

  value: "Where the value comes from",
  valueWhat: "Sources are read in this order.",
  mode: "Mode",
  modes: { STANDARD: "Standard", CUSTOM: "Custom", ADVANCED: "Advanced" },
  modeHints: {
    STANDARD: "Sources with transforms, without code",
    CUSTOM: "A CEL expression gives the value",
    ADVANCED: "A CEL expression changes what the sources give",
  },
  kind: "Kind",
  kinds: { Basic: "Basic", Template: "Template" },
  kindHints: {
    Basic: "The values of the sources, one after the other",
    Template: "A text with the values of the sources in it",
  },
  separator: "Between the values",
  separatorHint: "Empty joins them directly.",
  template: "Template",
  templateHint:
    "{1} stands for the first source, {2} for the second, and {token} for the number that makes the value unique.",
  code: "Expression",
  codeHint: "CEL. Press Ctrl+Space for the functions and names that it can use.",
  advancedHint: "CEL. “value” is what the sources give. Press Ctrl+Space for functions and names.",

  sources: "Sources",
  source: (number: number) => `Source ${count(number)}`,
  sourceTypeOf: (number: number) => `Type of source ${count(number)}`,
  sourceTypes: { FIELD: "Field", STATIC: "Static text" },
  staticContent: "Text",
  addSource: "Add source",
  removeSource: (number: number) => `Remove source ${count(number)}`,
  valueBefore: "Value of the previewed object:",
  emptyValue: "(empty)",
  after: "Value after this step:",

  pipelineOf: (source: string) => `Transforms of ${source.toLowerCase()}`,
  transforms: {
    UPPERCASE: "Uppercase",
    LOWERCASE: "Lowercase",
    SUBSTRING: "Substring",
    CAMEL_CASE: "Camel case",
    TITLE_CASE: "Title case",
    TRIM_SPACES: "Trim spaces",
  },
  substring: (start: number, length: number | null) =>
    length === null
      ? `Substring from ${count(start)}`
      : `Substring ${count(start)}, ${count(length)}`,
  addStep: "Add transform",
  addStepTo: (source: string) => `Add transform to ${source.toLowerCase()}`,
  moveUp: (name: string, at: number, of: number) => `Move ${name} up, ${count(at)} of ${count(of)}`,
  moveDown: (name: string, at: number, of: number) =>
    `Move ${name} down, ${count(at)} of ${count(of)}`,
  removeStep: (name: string, at: number) => `Remove transform ${count(at)}, ${name}`,
  start: "Start",
  startHint: "From 0. Negative: from the end.",
  length: "Length",
  lengthHint: "Empty: to the end.",

  when: "When it applies",
  strength: "Strength",
  strengths: { weak: "Weak", normal: "Normal", strong: "Strong" },
  strengthHints: {
    weak: "Sets the value only while there is none. Never replaces one.",
    normal: "Sets the value when a source changes. Changes made elsewhere stay until then.",
    strong: "Always sets the value. Changes made elsewhere are undone.",
  },
  condition: "Condition",
  conditionHint: "A CEL expression. While it is false, the mapping gives no value. Empty: always.",

  more: "More",
  flags: {
    authoritative: "Authoritative",
    tolerant: "Tolerant",
    iterationToken: "Unique",
    locked: "Locked",
  },
  flagHints: {
    authoritative: "Removes a value that this mapping gave before and no longer gives.",
    tolerant: "Keeps values that no mapping gave.",
    iterationToken: "Adds a number until no other object has the value: jdoe, jdoe2, jdoe3.",
    locked: "Nobody can change or delete the mapping before it is unlocked.",
  },

  buildDn: "Distinguished name",
  dnTitle: "Distinguished Name",
  dnOnlyOutbound: "Only an outbound mapping of an attribute builds a distinguished name",
  dnName: "Name",
  dnWhat:
    "The value of the mapping becomes the relative name. Special characters are escaped. If the mapping sets the attribute “dn” of an LDAP account, the account is created there. Another name or unit renames or moves it.",
  dnEnabled: "Build a distinguished name",
  rdnAttribute: "Attribute of the name",
  rdnHint: "Such as CN or uid",
  dnBase: "Base",
  dnBaseHint: "Such as DC=example,DC=com",
  units: "Organisational units",
  unitsWhat: "A field of the identity selects the unit below the base.",
  unitSource: "Field that selects the unit",
  noUnitSource: "None: all names have the same unit",
  otherValues: "For other values",
  everyValue: "Place",
  others: {
    fail: "Refuse the value",
    base: "Directly below the base",
    unit: "In a unit",
  },
  fallback: "Unit",
  unitHint: "Such as OU=People",
  unitValue: (number: number) => `Value ${count(number)}`,
  unitPath: (number: number) => `Unit ${count(number)}`,
  addUnit: "Add unit",
  removeUnit: (number: number) => `Remove unit ${count(number)}`,
  dnExamples: "Examples",
  dnExamplesWhat: "For the value “Doe, Jane”",
  otherValue: "Other values",
  anyValue: "Every value",
  noName: "No name: the mapping fails",
};

export type MappingMessages = typeof english;
export const mappingMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
