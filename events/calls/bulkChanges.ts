/** Bulk changes of users by a file: checking, previewing and applying it, and exporting users as such a file. */
import { Type, type Static } from "typebox";
import { BulkChange, BulkKind, BulkLine } from "../entities/bulkChange.ts";
import { Count, HalList, Nullable, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret } from "../kernel/redaction.ts";
import { BULK_FILE_MAX_SIZE } from "../rules/bulkChange.ts";
import { UserFilters } from "./users.ts";

const BulkParams = Type.Object({ clientId: Uuid, bulkId: Uuid });

/** Maximum lines in one page. */
const BULK_PAGE_MAX = 100;

/**
 * Base64 uses four characters for three bytes. The slack lets the server report a slightly oversized file as too large.
 */
export const CONTENT_MAX_LENGTH = Math.ceil((BULK_FILE_MAX_SIZE + 100_000) / 3) * 4;

/** The bytes of a CSV file in Base64. */
export const FileContent = Secret(Type.String({ maxLength: CONTENT_MAX_LENGTH }));
/** Includes the JSON around the file. */
export const FILE_BODY_LIMIT = CONTENT_MAX_LENGTH + 4096;

/** Reports the effect of a file and writes nothing. EINVALID for a file that is unreadable as a whole. */
export const checkBulkChange = defineCall({
  name: "bulkChanges/checkBulkChange",
  summary: "Check a file of user changes",
  method: "POST",
  endpoint: "/api/clients/:clientId/user-bulk-changes",
  permission: "EditAllUsers",
  bodyLimit: FILE_BODY_LIMIT,
  schema: {
    params: Type.Object({ clientId: Uuid }),
    body: Type.Object({
      fileName: Personal(Text),
      content: FileContent,
    }),
    responses: { 201: BulkChange },
  },
});

/** Maximum roles in one change of a selection. */
const CHANGED_ROLES_MAX = 20;
/** Maximum user ids in one selection. */
const SELECTED_MAX = 10_000;

/** The change to apply to the users who are selected in a list. */
export const SelectionChange = Type.Union([
  Type.Object({ archived: Type.Boolean() }),
  Type.Object({
    addRoles: Type.Array(Uuid, { maxItems: CHANGED_ROLES_MAX }),
    removeRoles: Type.Array(Uuid, { maxItems: CHANGED_ROLES_MAX }),
  }),
]);
export type SelectionChange = Static<typeof SelectionChange>;

/**
 * Reports what a change of selected users would do, like `checkBulkChange` for a file, without applying it. The
 * users are those of the ids, or, with `all`, those that the filters find except the ids.
 */
export const checkSelection = defineCall({
  name: "bulkChanges/checkSelection",
  summary: "Check a change of selected users",
  method: "POST",
  endpoint: "/api/clients/:clientId/user-bulk-changes/selection",
  permission: "EditAllUsers",
  bodyLimit: 1024 * 1024,
  schema: {
    params: Type.Object({ clientId: Uuid }),
    body: Type.Object({
      all: Type.Boolean(),
      ids: Type.Array(Uuid, { maxItems: SELECTED_MAX }),
      filters: Type.Object(UserFilters),
      change: SelectionChange,
    }),
    responses: { 201: BulkChange },
  },
});

/** Only the user who had a file checked can read its outcome. */
export const getBulkChange = defineCall({
  name: "bulkChanges/getBulkChange",
  summary: "Get the state of a checked file",
  method: "GET",
  endpoint: "/api/clients/:clientId/user-bulk-changes/:bulkId",
  permission: "EditAllUsers",
  schema: { params: BulkParams, responses: { 200: BulkChange } },
});

/**
 * The lines of a file in order, all or those of one kind; `late` lines had become impossible by the time of applying.
 */
export const listBulkLines = defineCall({
  name: "bulkChanges/listBulkLines",
  summary: "List the lines of a checked file",
  method: "GET",
  endpoint: "/api/clients/:clientId/user-bulk-changes/:bulkId/lines",
  permission: "EditAllUsers",
  succeededVersion: 2,
  schema: {
    params: BulkParams,
    query: Type.Object({
      page: PagingQuery.page,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: BULK_PAGE_MAX })),
      show: Type.Optional(Type.Union([BulkKind, Type.Literal("late")])),
    }),
    responses: { 200: HalList("lines", BulkLine) },
  },
});

/**
 * Writes the next few hundred lines of a file in one transaction; `left` counts the remaining ones. A line whose user
 * changed after the check is not written and becomes `late`.
 */
export const applyBulkChange = defineCall({
  name: "bulkChanges/applyBulkChange",
  summary: "Apply the next lines of a checked file",
  method: "POST",
  endpoint: "/api/clients/:clientId/user-bulk-changes/:bulkId/apply",
  permission: "EditAllUsers",
  schema: {
    params: BulkParams,
    body: Type.Object({
      /** Send a validation e-mail to each created user. */
      sendEmails: Type.Boolean(),
    }),
    responses: { 200: BulkChange },
  },
});

/** A chunk of records of a CSV file. All chunks in order make the whole file. */
const CsvPiece = Type.Object({
  csv: Secret(Type.String()),
  records: Count,
  /** The cursor of the next chunk; null after the last one. */
  next: Nullable(Personal(Type.String())),
});

/** The outcome of each line of a file, as CSV. */
export const exportBulkLines = defineCall({
  name: "bulkChanges/exportBulkLines",
  summary: "Export the result of each line as CSV",
  method: "GET",
  endpoint: "/api/clients/:clientId/user-bulk-changes/:bulkId/csv",
  permission: "EditAllUsers",
  schema: {
    params: BulkParams,
    query: Type.Object({ from: Type.Optional(Type.String({ maxLength: 16 })) }),
    responses: { 200: CsvPiece },
  },
});

/** The client's users by username, as a file that can be edited and checked. */
export const exportUsers = defineCall({
  name: "bulkChanges/exportUsers",
  summary: "Export users as CSV",
  method: "GET",
  endpoint: "/api/clients/:clientId/users-csv",
  permission: "EditAllUsers",
  schema: {
    params: Type.Object({ clientId: Uuid }),
    query: Type.Object({ from: Type.Optional(Personal(Text)) }),
    responses: { 200: CsvPiece },
  },
});
