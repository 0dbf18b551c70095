/** Imports of directory files: upload, check, apply and cancel in the browser, and the history of all imports. */
import { Type } from "typebox";
import {
  ClientParams,
  Count,
  HalList,
  Nullable,
  OneOf,
  PageQuery,
  PagingQuery,
  Text,
  Uuid,
} from "../entities/common.ts";
import {
  DirectoryImport,
  ImportFile,
  ImportMode,
  ImportReject,
} from "../entities/directoryImport.ts";
import {
  IMPORT_CHANGES,
  IMPORTED_KINDS,
  ImportChange,
  PastImport,
} from "../entities/importHistory.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret, Typed } from "../kernel/redaction.ts";
import { IMPORT_PART_LENGTH } from "../rules/directoryImport.ts";

const ImportParams = Type.Object({ clientId: Uuid, importId: Uuid });
const ENDPOINT = "/api/clients/:clientId/imports";
const permission = "ManageAllResources";

const ChosenFile = Nullable(
  Type.Object({ name: Personal(Text), size: Type.Integer({ minimum: 0 }) }),
);

/** The client's newest import by any user, and the maximum size of a file in bytes. */
export const getCurrentImport = defineCall({
  name: "import/getCurrentImport",
  summary: "Get the newest import and its progress",
  method: "GET",
  endpoint: ENDPOINT,
  permission,
  schema: {
    params: ClientParams,
    responses: {
      200: Type.Object({ current: Nullable(DirectoryImport), maxBytes: Count }),
    },
  },
});

/** Announces files. ECONFLICT while another import of the client runs; it replaces one that waits. */
export const createImport = defineCall({
  name: "import/createImport",
  summary: "Start an import",
  method: "POST",
  endpoint: ENDPOINT,
  permission,
  schema: {
    params: ClientParams,
    body: Type.Object({ mode: ImportMode, identities: ChosenFile, access: ChosenFile }),
    responses: { 201: DirectoryImport },
  },
});

/** Sends a part of a file; parts are counted from 0. A repeated part changes nothing. */
export const addImportPart = defineCall({
  name: "import/addImportPart",
  summary: "Send a part of a file to import",
  method: "PUT",
  endpoint: `${ENDPOINT}/:importId/parts`,
  permission,
  schema: {
    params: ImportParams,
    body: Type.Object({
      file: ImportFile,
      part: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      /** Bytes in Base64. */
      content: Secret(Type.String({ maxLength: IMPORT_PART_LENGTH })),
    }),
    responses: { 200: Type.Object({ part: Count }) },
  },
});

/** Counts the changes without writing them. EINVALID if parts are missing. */
export const checkImport = defineCall({
  name: "import/checkImport",
  summary: "Check the files of an import",
  method: "POST",
  endpoint: `${ENDPOINT}/:importId/check`,
  permission,
  schema: { params: ImportParams, responses: { 200: DirectoryImport } },
});

/**
 * Imports checked files in the background. ECONFLICT unless they were checked, and for a plan beyond the safety gates
 * without its hash.
 */
export const applyImport = defineCall({
  name: "import/applyImport",
  summary: "Import checked files",
  method: "POST",
  endpoint: `${ENDPOINT}/:importId/apply`,
  permission,
  schema: {
    params: ImportParams,
    body: Type.Object({
      /** Leave out rejected records. Otherwise any rejected record stops the import. */
      skipRejected: Type.Boolean(),
      /** Of the plan that the user has seen. A plan beyond the safety gates needs it. */
      hash: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
    }),
    responses: { 200: DirectoryImport },
  },
});

/** Nothing was written then. ECONFLICT once it writes or has ended. */
export const cancelImport = defineCall({
  name: "import/cancelImport",
  summary: "Cancel an import",
  method: "POST",
  endpoint: `${ENDPOINT}/:importId/cancel`,
  permission,
  schema: { params: ImportParams, responses: { 200: DirectoryImport } },
});

/** The rejected records of an import, by file and line. */
export const listImportRejects = defineCall({
  name: "import/listImportRejects",
  summary: "List the rejected records of an import",
  method: "GET",
  endpoint: `${ENDPOINT}/:importId/rejects`,
  permission,
  schema: {
    params: ImportParams,
    query: Type.Object({
      page: PagingQuery.page,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    responses: { 200: HalList("rejects", ImportReject) },
  },
});

const HISTORY = "/api/clients/:clientId/import-history";

/** Imports that were written, the newest first. */
export const listPastImports = defineCall({
  name: "import/listPastImports",
  summary: "List the imports of files that were written",
  method: "GET",
  endpoint: HISTORY,
  permission,
  schema: {
    params: ClientParams,
    query: PageQuery,
    responses: { 200: HalList("imports", PastImport) },
  },
});

/** An import that was written. */
export const getPastImport = defineCall({
  name: "import/getPastImport",
  summary: "Get an import of files that was written",
  method: "GET",
  endpoint: `${HISTORY}/:importId`,
  permission,
  schema: { params: ImportParams, responses: { 200: PastImport } },
});

/** The records that an import changed, each before and after. */
export const listImportChanges = defineCall({
  name: "import/listImportChanges",
  summary: "List the records that an import changed",
  method: "GET",
  endpoint: `${HISTORY}/:importId/changes`,
  permission,
  schema: {
    params: ImportParams,
    query: Type.Object({
      kind: Type.Optional(OneOf(IMPORTED_KINDS)),
      change: Type.Optional(OneOf(IMPORT_CHANGES)),
      contains: Type.Optional(Typed(Text)),
      page: PagingQuery.page,
      size: PagingQuery.size,
    }),
    responses: { 200: HalList("changes", ImportChange) },
  },
});

/** Takes back all that an import changed. ECONFLICT if something later depends on it, and if it was undone. */
export const undoImport = defineCall({
  name: "import/undoImport",
  summary: "Undo an import",
  method: "POST",
  endpoint: `${HISTORY}/:importId/undo`,
  permission,
  schema: { params: ImportParams, responses: { 200: PastImport } },
});
