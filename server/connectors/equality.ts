/**
 * When a system takes two texts for the same value of an attribute. `discoverSchema` names the equality of each attribute. Each
 * equality has one function, which gives the form in which the same values are equal texts.
 */
import type { Equality, ObjectClass } from "#events/entities/objectClass.ts";
import { normalizeDn } from "./dn.ts";

export type NormalForm = (value: string) => string;

const asIs: NormalForm = (value) => value;
/** Without insignificant spaces (RFC 4518, section 2.6.1). */
const spaced: NormalForm = (value) => value.normalize("NFKC").trim().replaceAll(/\s+/g, " ");

const NORMAL_FORMS: Readonly<Record<Equality, NormalForm>> = {
  exact: asIs,
  ignoreCase: (value) => value.toLowerCase(),
  caseExact: spaced,
  caseIgnore: (value) => spaced(value).toLowerCase(),
  distinguishedName: normalizeDn,
  telephoneNumber: (value) =>
    value
      .normalize("NFKC")
      .toLowerCase()
      .replaceAll(/[\s\p{Pd}−]/gu, ""),
  numericString: (value) => value.replaceAll(" ", ""),
  integer: integerForm,
  decimal: decimalForm,
  boolean: booleanForm,
  uuid: (value) => value.trim().toLowerCase().replaceAll(/[{}-]/g, ""),
  padded: (value) => withoutEnd(value, " "),
  instant: (value) => timeForm(value, "instant"),
  localTime: (value) => timeForm(value, "localTime"),
  date: (value) => timeForm(value, "date"),
};

/** People see the case of a text, so that a correction of it is a change. All other forms of a value look alike to them. */
const PLANNED: Partial<Record<Equality, Equality>> = {
  ignoreCase: "exact",
  caseIgnore: "caseExact",
};

function integerForm(value: string): string {
  const text = value.trim();
  return /^[+-]?\d{1,1000}$/.test(text) ? String(BigInt(text.replace(/^\+/, ""))) : value;
}

function decimalForm(value: string): string {
  const [found, sign, whole = "", fraction = ""] =
    /^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$/.exec(value) ?? [];
  if (found === undefined) {
    const number = value.trim() === "" ? Number.NaN : Number(value);
    if (Number.isNaN(number)) return value;
    const text = String(number);
    return /[^\d.-]/.test(text) ? text : decimalForm(text);
  }
  if (whole + fraction === "") return value;
  const digits = whole.replace(/^0+(?=\d)/, "") || "0";
  const rest = withoutEnd(fraction, "0");
  const text = rest === "" ? digits : `${digits}.${rest}`;
  return sign === "-" && text !== "0" ? `-${text}` : text;
}

function booleanForm(value: string): string {
  const text = value.trim().toLowerCase();
  if (["true", "t", "yes", "y", "on", "1"].includes(text)) return "true";
  return ["false", "f", "no", "n", "off", "0"].includes(text) ? "false" : value;
}

const GENERALIZED = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?(?:[.,](\d+))?(Z|[+-]\d{2,4})$/;
const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?(?:\.(\d+))?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** The text without the same characters at its end. A regular expression would take quadratic time. */
function withoutEnd(text: string, character: string): string {
  let { length } = text;
  while (length > 0 && text[length - 1] === character) length -= 1;
  return text.slice(0, length);
}

/** The system ignores the zone of a local time, and the time of a date. A text of another format stays as it is. */
function timeForm(value: string, kind: "instant" | "localTime" | "date"): string {
  const [found, year, month, day, hour = "00", minute = "00", second = "00", parts, zone = "Z"] =
    GENERALIZED.exec(value.trim()) ?? WRITTEN.exec(value.trim()) ?? [];
  if (found === undefined) return value;
  const fraction = withoutEnd(parts ?? "", "0");
  const offset = /^z$/i.test(zone)
    ? "Z"
    : `${zone.slice(0, 3)}:${zone.slice(3).replace(":", "") || "00"}`;
  const shown = `${year}-${month}-${day}T${hour}:${minute}:${second}${kind === "instant" ? offset : "Z"}`;
  const time = Date.parse(shown);
  if (Number.isNaN(time)) return value;
  const text = new Date(time).toISOString();
  if (kind === "date") return text.slice(0, "2026-01-01".length);
  return text.slice(0, "2026-01-01T00:00:00".length) + (fraction && `.${fraction}`);
}

export function normalFormOf(equality: Equality): NormalForm {
  return NORMAL_FORMS[equality];
}

/** Compares the values of an attribute, whatever their order. */
export type SameValues = (
  attribute: string,
  one: readonly string[],
  other: readonly string[],
) => boolean;

export type SameValuesOfClass = (objectClass: string) => SameValues;

/** The form of the values of an attribute of a class. */
type FormOfAttribute = (objectClass: string, attribute: string) => NormalForm;

function formsOf(
  classes: readonly ObjectClass[],
  formOf: (equality: Equality) => NormalForm,
): FormOfAttribute {
  const equalities = new Map(
    classes.map((objectClass) => [
      objectClass.name,
      new Map(objectClass.attributes.map(({ name, equality }) => [name, equality])),
    ]),
  );
  return (objectClass, attribute) => formOf(equalities.get(objectClass)?.get(attribute) ?? "exact");
}

function comparing(formOf: FormOfAttribute): SameValuesOfClass {
  return (objectClass) => (attribute, one, other) => {
    const form = formOf(objectClass, attribute);
    const text = (values: readonly string[]) => JSON.stringify(values.map(form).toSorted());
    return text(one) === text(other);
  };
}

/** The form in which values that are the same for the system are equal texts. */
export function systemForms(classes: readonly ObjectClass[]): FormOfAttribute {
  return formsOf(classes, normalFormOf);
}

/** Whether values are the same for the system. */
export function systemEquality(classes: readonly ObjectClass[]): SameValuesOfClass {
  return comparing(systemForms(classes));
}

/** Like the equality of the system, except that another case is a change. */
export function plannedEquality(classes: readonly ObjectClass[]): SameValuesOfClass {
  return comparing(formsOf(classes, (equality) => NORMAL_FORMS[PLANNED[equality] ?? equality]));
}
