/** The texts that rules compare. */
import type { CorrelationField, CorrelationRule } from "#events/entities/correlation.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { personName } from "#events/rules/personName.ts";
import type { FieldOptions } from "./engine/model.ts";

export interface PersonRow {
  readonly oid: string;
  readonly external_id: string;
  readonly username: string | null;
  readonly email: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  readonly job_title: string | null;
  readonly department: string | null;
  readonly location: string | null;
}

export const PERSON_COLUMNS = [
  "oid",
  "external_id",
  "username",
  "email",
  "given_name",
  "family_name",
  "job_title",
  "department",
  "location",
] as const;

export function optionsOf({
  method,
  threshold,
  nicknames,
  tier,
  weight,
}: CorrelationRule): FieldOptions {
  return { method, threshold, nicknames, tier, weight };
}

/** In the order in which systems write it. */
function comparedName(person: PersonRow): string {
  return [person.given_name, person.family_name].filter(Boolean).join(" ");
}

/** As screens show it. */
export function shownName(person: PersonRow): string {
  const { given_name: givenName, family_name: familyName, username } = person;
  return personName({ givenName, familyName, username, externalId: person.external_id });
}

export function personText(person: PersonRow, field: CorrelationField): string {
  switch (field) {
    case "externalId":
      return person.external_id;
    case "username":
      return person.username ?? "";
    case "email":
      return person.email ?? "";
    case "givenName":
      return person.given_name ?? "";
    case "familyName":
      return person.family_name ?? "";
    case "fullName":
      return comparedName(person);
    case "jobTitle":
      return person.job_title ?? "";
    case "department":
      return person.department ?? "";
    case "location":
      return person.location ?? "";
  }
}

/** The joined parts; empty if the account has none of the attributes. */
export function accountText(
  { attributes: values }: Pick<ObjectContent, "attributes">,
  { attributes }: CorrelationRule,
): string {
  const parts = attributes.map(({ type, resourceSchemaId, staticContent }) =>
    type === "field"
      ? { text: values[resourceSchemaId ?? ""]?.[0] ?? "", isField: true }
      : { text: staticContent ?? "", isField: false },
  );
  const hasValue = parts.some(({ text, isField }) => isField && text !== "");
  return hasValue ? parts.map(({ text }) => text).join("") : "";
}
