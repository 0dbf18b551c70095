/** Changes of many users by a CSV file: checked, looked at, applied, and the users as such a file. */
import { Type } from "typebox";
import { BulkChange, BulkKind, BulkLine } from "../entities/bulkChange.ts";
import { Count, HalList, Nullable, PagingQuery, Text, Uuid } from "../entities/common.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret } from "../kernel/redaction.ts";
import { BULK_FILE_MAX_SIZE } from "../rules/bulkChange.ts";

const BulkParams = Type.Object({ clientId: Uuid, bulkId: Uuid });

/** Lines in one page, at most. */
export const BULK_PAGE_MAX = 100;

/** Four characters of Base64 stand for three bytes; a file that is a little too large is told as that. */
export const CONTENT_MAX_LENGTH = Math.ceil((BULK_FILE_MAX_SIZE + 100_000) / 3) * 4;

/** Says what a file would do, and writes nothing of it. EINVALID for a file that cannot be read as a whole. */
export const checkBulkChange = defineCall({
  name: "bulkChanges/checkBulkChange",
  summary: "Check a file of user changes",
  method: "POST",
  endpoint: "/api/clients/:clientId/user-bulk-changes",
  permission: "EditAllUsers",
  // The file, and the JSON around it.
  bodyLimit: CONTENT_MAX_LENGTH + 4096,
  schema: {
    params: Type.Object({ clientId: Uuid }),
    body: Type.Object({
      fileName: Personal(Text),
      /** The bytes of the file in Base64. */
      content: Secret(Type.String({ maxLength: CONTENT_MAX_LENGTH })),
    }),
    responses: { 201: BulkChange },
  },
});

/** Only who had a file checked sees what came of it. */
export const getBulkChange = defineCall({
  name: "bulkChanges/getBulkChange",
  summary: "Get the state of a checked file",
  method: "GET",
  endpoint: "/api/clients/:clientId/user-bulk-changes/:bulkId",
  permission: "EditAllUsers",
  schema: { params: BulkParams, responses: { 200: BulkChange } },
});

/** The lines of a file in their order, all or those of a kind; `late` are those that were possible no more. */
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
 * Writes the next lines of a file, some hundreds in one transaction; `left` says how many are to come. A line whose user
 * was changed since the file was checked is not written, and is `late`.
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
      /** Send a validation e-mail to each user who is created. */
      sendEmails: Type.Boolean(),
    }),
    responses: { 200: BulkChange },
  },
});

/** Some records of a CSV file; with them all before and after they make the whole file. */
const CsvPiece = Type.Object({
  csv: Secret(Type.String()),
  records: Count,
  /** What to ask for next; null after the last piece. */
  next: Nullable(Personal(Type.String())),
});

/** What became of each line of a file, as CSV. */
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

/** The client's users as a file that can be changed and checked, by username. */
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
