/** Changes of many users by one CSV file: what its columns are, and how large it may be. */
import type { UserField } from "../entities/managedUser.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** The columns of the file, each a field of a user. The first one says who is meant, and must be there. */
export const BULK_COLUMNS = {
  username: "username",
  givenName: "givenName",
  familyName: "familyName",
  email: "email",
  phoneNumber: "phoneNumber",
  phoneExtension: "phoneExtension",
  jobTitle: "jobTitle",
  hrManager: "isHr",
  adManager: "isAd",
  archived: "archived",
  roles: "roleIds",
  resources: "resourceIds",
} as const satisfies Readonly<Record<string, UserField>>;
export type BulkColumn = keyof typeof BULK_COLUMNS;

export const BULK_COLUMN_NAMES = Object.keys(BULK_COLUMNS) as readonly BulkColumn[];

/** Between the names of a list in one cell. */
export const BULK_SEPARATOR = ";";

/** Lines below the header, at most. */
export const BULK_LINES_MAX = 100_000;
/** Resources that all lines together name, at most: their short names stand for much that is kept. */
export const BULK_RESOURCES_MAX = 500_000;
/** Bytes of the file, at most: more than of a file that configures a system, as so many users take more. */
export const BULK_FILE_MAX_SIZE = 25_000_000;

/** @returns what is wrong with a file before it is sent; null where nothing is. */
export function checkBulkFile({ size }: { readonly size: number }): Message | null {
  if (size === 0) return message("fields.fileEmpty");
  return size > BULK_FILE_MAX_SIZE ? message("fields.fileTooLarge") : null;
}
