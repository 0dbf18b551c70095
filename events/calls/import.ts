/** Imports of directory files in the browser: upload, check, apply, cancel, and rejected records. */
import { Type } from "typebox";
import {
  ClientParams,
  Count,
  HalList,
  Nullable,
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
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret } from "../kernel/redaction.ts";
import { IMPORT_PART_LENGTH } from "../rules/directoryImport.ts";

const ImportParams = Type.Object({ clientId: Uuid, importId: Uuid });
const ENDPOINT = "/api/clients/:clientId/imports";
const permission = "ManageAllResources";

const ChosenFile = Nullable(
  Type.Object({ name: Personal(Text), size: Type.Integer({ minimum: 0 }) }),
);

/** The client's newest import, whoever started it, and the maximum size of a file in bytes. */
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
