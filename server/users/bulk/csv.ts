/** Cells of CSV files of users: conversion between a user's field and its spreadsheet text. */
import {
  RESOURCES_MAX,
  ROLES_MAX,
  type EditableUser,
  type UserField,
} from "#events/entities/managedUser.ts";
import { BULK_COLUMN_NAMES, BULK_COLUMNS, BULK_SEPARATOR } from "#events/rules/bulkChange.ts";
import type { BulkColumn } from "#events/rules/bulkChange.ts";
import { readCsvField } from "#events/rules/csv.ts";
import { cutText } from "#events/rules/cutText.ts";
import { checkLength } from "#events/rules/validation.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";

/** The names of list ids in files: the name if it is unique, otherwise the id. */
export class Naming {
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();
  readonly #repeated = new Set<string>();

  constructor(things: readonly { readonly id: string; readonly name: string }[]) {
    const known = new Set<string>();
    for (const { name } of things) {
      if (known.has(keyOf(name))) this.#repeated.add(keyOf(name));
      known.add(keyOf(name));
    }
    for (const { id, name } of things) {
      this.#ids.set(id, id);
      const isOwn = !this.isRepeated(name) && !name.includes(BULK_SEPARATOR);
      this.#names.set(id, isOwn ? name : id);
      if (isOwn) this.#ids.set(keyOf(name), id);
    }
  }

  isRepeated(name: string): boolean {
    return this.#repeated.has(keyOf(name));
  }

  nameOf(id: string): string {
    return this.#names.get(id) ?? id;
  }

  /** The id with this name, or this id. */
  idOf(text: string): string | null {
    return this.#ids.get(keyOf(text)) ?? null;
  }
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

export interface Namings {
  readonly roleIds: Naming;
  readonly resourceIds: Naming;
}

/** The cells of a user in column order. */
export function cellsOf(user: EditableUser, namings: Namings): readonly string[] {
  return BULK_COLUMN_NAMES.map((column) => cellOf(user[BULK_COLUMNS[column]], column, namings));
}

function cellOf(
  value: EditableUser[UserField],
  column: BulkColumn,
  { roleIds, resourceIds }: Namings,
): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (value === null || typeof value === "string") return value ?? "";
  const naming = column === "roles" ? roleIds : resourceIds;
  return value.map((id) => naming.nameOf(id)).join(BULK_SEPARATOR);
}

/** The field's value of a cell; `keep` if an empty cell leaves the field unchanged. */
export type ReadCell =
  | { readonly value: string | boolean | readonly string[] }
  | { readonly keep: true }
  | { readonly problem: Message };

const YES = new Set(["yes", "true", "1"]);
const NO = new Set(["no", "false", "0"]);

export function readCell(cell: string, column: BulkColumn, namings: Namings): ReadCell {
  const text = readCsvField(cell.trim());
  switch (column) {
    case "hrManager":
    case "adManager":
    case "archived": {
      const word = text.toLowerCase();
      if (word === "") return { keep: true };
      if (YES.has(word)) return { value: true };
      return NO.has(word)
        ? { value: false }
        : { problem: message("bulk.notYesNo", { text: shown(text) }) };
    }
    case "roles":
      return readNames(text, ROLE_PROBLEMS, namings.roleIds, ROLES_MAX);
    case "resources":
      return readNames(text, RESOURCE_PROBLEMS, namings.resourceIds, RESOURCES_MAX);
    default: {
      const problem = checkLength(text);
      return problem === null ? { value: text } : { problem };
    }
  }
}

const ROLE_PROBLEMS = { unknown: "bulk.unknownRole", ambiguous: "bulk.ambiguousRole" } as const;
const RESOURCE_PROBLEMS = {
  unknown: "bulk.unknownResource",
  ambiguous: "bulk.ambiguousResource",
} as const;

function readNames(
  text: string,
  { unknown, ambiguous }: typeof ROLE_PROBLEMS | typeof RESOURCE_PROBLEMS,
  naming: Naming,
  max: number,
): ReadCell {
  const names = text
    .split(BULK_SEPARATOR)
    .map((name) => name.trim())
    .filter(Boolean);
  const ids: string[] = [];
  for (const name of names) {
    const id = naming.idOf(name);
    if (id === null && naming.isRepeated(name)) {
      return { problem: message(ambiguous, { name: shown(name) }) };
    }
    if (id === null) return { problem: message(unknown, { name: shown(name) }) };
    ids.push(id);
  }
  if (ids.length > max) return { problem: message("fields.tooMany", { max }) };
  return { value: ids };
}

/** Maximum length of a cell quoted in a message. */
const SHOWN_LENGTH = 60;

function shown(text: string): string {
  return text.length <= SHOWN_LENGTH ? text : `${cutText(text, SHOWN_LENGTH)}…`;
}
