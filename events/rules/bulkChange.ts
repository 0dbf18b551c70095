/** The format and limits of a CSV file with bulk changes of users. */
import type { UserField } from "../entities/managedUser.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";

/** The columns of the file, each a field of a user. The first one identifies the user and is required. */
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

/** The separator of lists in a cell. */
export const BULK_SEPARATOR = ";";

/** Maximum lines below the header. */
export const BULK_LINES_MAX = 100_000;
/** Maximum resources named by all lines together: a short name in the file expands to more stored data. */
export const BULK_RESOURCES_MAX = 500_000;
/** Maximum file size in bytes. Higher than for configuration files, because many users need it. */
export const BULK_FILE_MAX_SIZE = 25_000_000;

/** @returns the problem of a file before it is sent, or null. */
export function checkBulkFile({ size }: { readonly size: number }): Message | null {
  if (size === 0) return message("fields.fileEmpty");
  return size > BULK_FILE_MAX_SIZE ? message("fields.fileTooLarge") : null;
}
