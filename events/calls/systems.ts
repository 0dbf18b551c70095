/** Connected systems: setup, configuration, files, test, publication, deletion. */
import { Type } from "typebox";
import {
  ClientParams,
  Count,
  HalList,
  Nullable,
  OneOf,
  PagingQuery,
  Text,
  Uuid,
} from "../entities/common.ts";
import {
  ConnectorKindSchema,
  FieldValueSchema,
  FileFormat,
  TestOutcome,
} from "../entities/connector.ts";
import { ObjectClass } from "../entities/objectClass.ts";
import { ConnectedSystem, PUBLICATION_STATES } from "../entities/system.ts";
import {
  ActivationSettings,
  ImportSettings,
  Publication,
  SystemConfiguration,
  SystemDeletion,
  SystemFile,
  SystemKind,
  SystemLimits,
} from "../entities/systemConfiguration.ts";
import { defineCall } from "../kernel/call.ts";
import { Personal, Secret, Typed } from "../kernel/redaction.ts";
import { IMPORT_PART_LENGTH } from "../rules/directoryImport.ts";
import { DESCRIPTION_MAX_LENGTH, SECRET_MAX_LENGTH } from "../rules/systems.ts";

const ENDPOINT = "/api/clients/:clientId/systems";
const SYSTEM = "/api/clients/:clientId/resources/:resourceId";
const ResourceParams = Type.Object({ clientId: Uuid, resourceId: Uuid });
const FileParams = Type.Object({ clientId: Uuid, resourceId: Uuid, fileId: Uuid });
const own = { permission: "ManageOwnResources", resourceScoped: true } as const;

const Description = Type.String({ maxLength: DESCRIPTION_MAX_LENGTH });
/** A change of another version is an ECONFLICT. */
const Precondition = Type.Object({ version: Count });

const Setup = {
  name: Text,
  description: Description,
  /** The user who answers for it. */
  ownerId: Nullable(Uuid),
};

/** Lists all resources for users who see them all (`seesAllResources`), and their own for others. */
export const listSystems = defineCall({
  name: "systems/listSystems",
  summary: "List connected systems and imported resources",
  method: "GET",
  endpoint: ENDPOINT,
  permission: "ManageAllResources",
  orOwnResources: true,
  schema: {
    params: ClientParams,
    query: Type.Object({
      contains: Type.Optional(Typed(Text)),
      kind: Type.Optional(SystemKind),
      publication: Type.Optional(OneOf(PUBLICATION_STATES)),
      ...PagingQuery,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    responses: { 200: HalList("systems", ConnectedSystem) },
  },
});

export const getSystemLimits = defineCall({
  name: "systems/getSystemLimits",
  summary: "Get which kinds of systems can be added",
  method: "GET",
  endpoint: `${ENDPOINT}/limits`,
  permission: "ManageAllResources",
  schema: { params: ClientParams, responses: { 200: SystemLimits } },
});

/** EINVALID for a taken name and for a kind that the connector lacks; ECONFLICT if the client's limit is reached. */
export const createSystem = defineCall({
  name: "systems/createSystem",
  summary: "Add a system",
  method: "POST",
  endpoint: ENDPOINT,
  permission: "ManageAllResources",
  schema: {
    params: ClientParams,
    body: Type.Object({
      ...Setup,
      connectorId: Type.Integer({ minimum: 1, maximum: 10_000 }),
      kind: ConnectorKindSchema,
    }),
    responses: { 201: ConnectedSystem },
  },
});

export const getSystem = defineCall({
  name: "systems/getSystem",
  summary: "Get a connected system or an imported resource",
  method: "GET",
  endpoint: `${SYSTEM}/system`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: ConnectedSystem } },
});

/** Renames and describes the system and names its owner. EFORBIDDEN for a user who may not change the owner (`mayChangeOwner`). */
export const saveSystemSetup = defineCall({
  name: "systems/saveSystemSetup",
  summary: "Save the name, description and owner of a system",
  method: "PUT",
  endpoint: `${SYSTEM}/setup`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ ...Setup, version: Count }),
    responses: { 200: ConnectedSystem },
  },
});

export const getConfiguration = defineCall({
  name: "systems/getConfiguration",
  summary: "Get the configuration of a system",
  method: "GET",
  endpoint: `${SYSTEM}/configuration`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: SystemConfiguration } },
});

/**
 * Saves all values but secrets, and the given secrets. Other secrets stay, but a change of the address or its protection
 * (`leadsElsewhere`) removes them. EINVALID names invalid fields as `/body/values/{fieldId}`.
 */
export const saveConfiguration = defineCall({
  name: "systems/saveConfiguration",
  summary: "Save the configuration of a system",
  method: "PUT",
  endpoint: `${SYSTEM}/configuration`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      /** Fields without a value are left out. */
      values: Type.Array(Type.Object({ fieldId: Text, value: FieldValueSchema }), {
        maxItems: 200,
      }),
      secrets: Secret(
        Type.Array(
          Type.Object({
            fieldId: Text,
            /** Empty: the secret is removed. */
            value: Type.String({ maxLength: SECRET_MAX_LENGTH }),
          }),
          { maxItems: 50 },
        ),
      ),
      version: Count,
    }),
    responses: { 200: SystemConfiguration },
  },
});

/** Announces a file for a field. Files that no setting refers to are removed. */
export const announceFile = defineCall({
  name: "systems/announceFile",
  summary: "Announce a file for the configuration of a system",
  method: "POST",
  endpoint: `${SYSTEM}/files`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ name: Personal(Text), size: Type.Integer({ minimum: 0 }) }),
    responses: { 201: SystemFile },
  },
});

/** Sends a part of a file; parts are counted from 0. A repeated part changes nothing. */
export const addFilePart = defineCall({
  name: "systems/addFilePart",
  summary: "Send a part of a file for a system",
  method: "PUT",
  endpoint: `${SYSTEM}/files/:fileId/parts`,
  ...own,
  schema: {
    params: FileParams,
    body: Type.Object({
      part: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      /** Bytes in Base64. */
      content: Secret(Type.String({ maxLength: IMPORT_PART_LENGTH })),
    }),
    responses: { 200: Type.Object({ part: Count, complete: Type.Boolean() }) },
  },
});

/**
 * Detects the format of a table file for a configuration that is not saved yet. The query has the values of its fields.
 * A file that cannot be read is an answer, not an error. ECONFLICT for a connector that reads no files.
 */
export const getFileFormat = defineCall({
  name: "systems/getFileFormat",
  summary: "Get the encoding, delimiter and columns of a table file",
  method: "GET",
  endpoint: `${SYSTEM}/file-format`,
  ...own,
  schema: {
    params: ResourceParams,
    query: Type.Object({
      source: Type.Optional(Text),
      file: Type.Optional(Uuid),
      path: Type.Optional(Text),
      delimiter: Type.Optional(Text),
      encoding: Type.Optional(Text),
    }),
    responses: {
      200: Type.Object({
        format: Nullable(FileFormat),
        failure: TestOutcome.properties.failure,
      }),
    },
  },
});

/** Connects with the saved configuration, step by step. A failed step is an answer, not an error. */
export const testIntegration = defineCall({
  name: "systems/testIntegration",
  summary: "Test the connection to a system",
  method: "POST",
  endpoint: `${SYSTEM}/test`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: TestOutcome } },
});

export const listObjectClasses = defineCall({
  name: "systems/listObjectClasses",
  summary: "List what a system stores, as last discovered",
  method: "GET",
  endpoint: `${SYSTEM}/object-classes`,
  ...own,
  schema: {
    params: ResourceParams,
    responses: {
      200: Type.Object({
        resourceId: Uuid,
        /** Null before the first discovery. */
        objectClasses: Nullable(Type.Array(ObjectClass)),
      }),
    },
  },
});

/** Reads from the system what it stores. A failure is an answer, not an error; the former object classes stay. */
export const refreshSystem = defineCall({
  name: "systems/refreshSystem",
  summary: "Discover what a system stores",
  method: "POST",
  endpoint: `${SYSTEM}/refresh`,
  ...own,
  schema: {
    params: ResourceParams,
    responses: {
      200: Type.Object({
        /** Null if the system was read. */
        failure: TestOutcome.properties.failure,
        resourceId: Uuid,
        objectClasses: Nullable(Type.Array(ObjectClass)),
      }),
    },
  },
});

export const getImportSettings = defineCall({
  name: "systems/getImportSettings",
  summary: "Get how a system is read",
  method: "GET",
  endpoint: `${SYSTEM}/import-settings`,
  ...own,
  schema: {
    params: ResourceParams,
    responses: { 200: Type.Object({ settings: ImportSettings, version: Count }) },
  },
});

export const saveImportSettings = defineCall({
  name: "systems/saveImportSettings",
  summary: "Save how a system is read",
  method: "PUT",
  endpoint: `${SYSTEM}/import-settings`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ settings: ImportSettings, version: Count }),
    responses: { 200: Type.Object({ settings: ImportSettings, version: Count }) },
  },
});

export const getPublication = defineCall({
  name: "systems/getPublication",
  summary: "Get what publishing would change",
  method: "GET",
  endpoint: `${SYSTEM}/publication`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: Publication } },
});

/** Runs use the settings from now on. EINVALID for an invalid configuration, ECONFLICT while the system is locked. */
export const publishSystem = defineCall({
  name: "systems/publishSystem",
  summary: "Publish the settings of a system",
  method: "POST",
  endpoint: `${SYSTEM}/publication`,
  ...own,
  schema: { params: ResourceParams, body: Precondition, responses: { 200: ConnectedSystem } },
});

/** Needs a publication, and a passed test unless the system is manual. */
export const confirmIntegration = defineCall({
  name: "systems/confirmIntegration",
  summary: "Confirm that a system is set up",
  method: "POST",
  endpoint: `${SYSTEM}/confirmation`,
  ...own,
  schema: { params: ResourceParams, body: Precondition, responses: { 200: ConnectedSystem } },
});

/** Stops and resumes scheduled runs. */
export const pauseSystem = defineCall({
  name: "systems/pauseSystem",
  summary: "Pause or resume the scheduled runs of a system",
  method: "PUT",
  endpoint: `${SYSTEM}/paused`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({ paused: Type.Boolean(), version: Count }),
    responses: { 200: ConnectedSystem },
  },
});

const VersionedActivation = Type.Object({ settings: ActivationSettings, version: Count });

export const getActivationSettings = defineCall({
  name: "systems/getActivationSettings",
  summary: "Get what happens to accounts of people who leave",
  method: "GET",
  endpoint: `${SYSTEM}/activation-settings`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: VersionedActivation } },
});

export const saveActivationSettings = defineCall({
  name: "systems/saveActivationSettings",
  summary: "Save what happens to accounts of people who leave",
  method: "PUT",
  endpoint: `${SYSTEM}/activation-settings`,
  ...own,
  schema: {
    params: ResourceParams,
    body: VersionedActivation,
    responses: { 200: VersionedActivation },
  },
});

export const previewSystemDeletion = defineCall({
  name: "systems/previewSystemDeletion",
  summary: "Preview what is lost when a system is deleted",
  method: "GET",
  endpoint: `${SYSTEM}/deletion`,
  ...own,
  schema: { params: ResourceParams, responses: { 200: SystemDeletion } },
});

/**
 * Needs the code resource_all_delete, or resource_own_delete for a resource of one's own. ECONFLICT if more is lost
 * than the preview says, if policies grant its entitlements and `removesGrants` is false, and while a run reads or
 * writes it.
 */
export const deleteSystem = defineCall({
  name: "systems/deleteSystem",
  summary: "Delete a system with its accounts and entitlements",
  method: "POST",
  endpoint: `${SYSTEM}/deletion`,
  ...own,
  schema: {
    params: ResourceParams,
    body: Type.Object({
      fingerprint: Type.String({ maxLength: 64 }),
      /** Policies and access roles lose its entitlements. */
      removesGrants: Type.Boolean(),
    }),
    responses: { 200: SystemDeletion },
  },
});
