/** How the configuration of a system and its form read each other. Pure. */
import type { ConnectorField, FieldValue } from "#events/entities/connector.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { appliesTo } from "#events/rules/systems.ts";

/** By field id; null for a field without a value. */
export type FormValues = Readonly<Record<string, FieldValue | null>>;

const withoutSecrets = (fields: readonly ConnectorField[]) =>
  fields.filter(({ type }) => type !== "SECRET");

/** The saved values, or the initial ones of fields that were never saved. */
export function formValuesOf({
  fields,
  values,
}: Pick<SystemConfiguration, "fields" | "values">): FormValues {
  const saved = new Map(values.map(({ fieldId, value }) => [fieldId, value]));
  return Object.fromEntries(
    withoutSecrets(fields).map(({ id, initial, type }) => {
      const empty = type === "BOOL" ? false : type === "INT" ? null : "";
      return [id, saved.get(id) ?? initial ?? empty];
    }),
  );
}

/** The values without those of empty fields. */
export function valuesOf(values: FormValues): Readonly<Record<string, FieldValue>> {
  return Object.fromEntries(
    Object.entries(values).filter(
      (one): one is [string, FieldValue] => one[1] !== null && one[1] !== "",
    ),
  );
}

export function sentValues(
  { fields }: Pick<SystemConfiguration, "fields">,
  values: FormValues,
): { fieldId: string; value: FieldValue }[] {
  const known = new Set(withoutSecrets(fields).map(({ id }) => id));
  return Object.entries(valuesOf(values))
    .filter(([fieldId]) => known.has(fieldId))
    .map(([fieldId, value]) => ({ fieldId, value }));
}

/** The secrets that are stored and are not about to be removed. */
export function setSecretsAfter(
  { values, fields }: Pick<SystemConfiguration, "fields" | "values">,
  typed: Readonly<Record<string, string>>,
): ReadonlySet<string> {
  const isSecret = new Set(fields.filter(({ type }) => type === "SECRET").map(({ id }) => id));
  return new Set(
    values
      .filter(({ fieldId, isSet }) => isSet && isSecret.has(fieldId) && typed[fieldId] !== "")
      .map(({ fieldId }) => fieldId),
  );
}

/** @param content the bytes of a file in Base64. @returns its text, which is UTF-8, without a byte order mark. */
export function textOfFile(content: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(content), (char) => char.charCodeAt(0)));
}

/** The fields that apply, by group, in the order of the connector. */
export function shownGroups(
  fields: readonly ConnectorField[],
  values: FormValues,
): readonly { readonly group: string; readonly fields: readonly ConnectorField[] }[] {
  const chosen = valuesOf(values);
  const groups = new Map<string, ConnectorField[]>();
  for (const field of fields) {
    if (!appliesTo(field, fields, chosen)) continue;
    const { group } = field;
    groups.set(group, [...(groups.get(group) ?? []), field]);
  }
  return [...groups].map(([group, own]) => ({ group, fields: own }));
}

/**
 * The query for the format of the table file that the form names: an uploaded file as soon as it is complete, or a file
 * of the server's directory once its path is saved. Null if the form names none.
 */
export function fileQuery(
  { fields, values: saved }: Pick<SystemConfiguration, "fields" | "values">,
  values: FormValues,
): Readonly<Record<string, string>> | null {
  if (!fields.some(({ type }) => type === "FILE")) return null;
  const chosen = valuesOf(values);
  const fieldId = chosen["source"] === "UPLOAD" ? "file" : "path";
  const isSaved = saved.some((one) => one.fieldId === fieldId && one.value === chosen[fieldId]);
  if (chosen[fieldId] === undefined || (fieldId === "path" && !isSaved)) return null;
  return Object.fromEntries(
    ["source", fieldId, "delimiter", "encoding"].flatMap((id) => {
      const value = chosen[id];
      return typeof value === "string" ? [[id, value]] : [];
    }),
  );
}

/** The choices for a field that names a column; null if the columns are not known. */
export function columnChoices(
  { namesColumn, required }: ConnectorField,
  columns: readonly string[] | null,
  chosen: unknown,
): readonly string[] | null {
  if (!namesColumn || columns === null || columns.length === 0) return null;
  const value = typeof chosen === "string" ? chosen : "";
  // A column that the file lacks stays visible, so that the user can see what is wrong.
  return [...new Set([...(required && value !== "" ? [] : [""]), value, ...columns])];
}
