/**
 * The contract between the server and its connectors. Each connector is a folder that describes its configuration as data
 * and reads and writes one kind of system. Problems are codes (`Remedy`), never sentences: the browser holds the texts.
 */
import type { Readable } from "node:stream";
import type {
  Capabilities,
  ConnectorField,
  ConnectorKind,
  ConnectorTag,
  FieldValue,
  FileFormat,
  Remedy,
  TestStep,
} from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";

/**
 * Valid values by field id: required fields that apply are present, and SECRET fields hold the text that the
 * administrator typed. A LONG is a decimal string, because a number loses digits above 2^53. A FILE is a file's id.
 */
export type Configuration = Readonly<Record<string, FieldValue>>;

/** Multiple values of an attribute are in the system's order. Bytes are in Base64. */
export type Attributes = Readonly<Record<string, readonly string[]>>;

/** One object as the system stores it. */
export interface SystemObject {
  /** Stable and unique within its class, such as an entryUUID or a primary key. */
  readonly id: string;
  /** The name that people know it by, such as a login name. */
  readonly name: string;
  readonly objectClass: string;
  readonly attributes: Attributes;
  /** Of an account: whether its user can sign in. Null if the system does not report it. */
  readonly active: boolean | null;
  /** Of an account: names of its entitlements. Null if the entitlement objects name their members instead. */
  readonly entitlements: readonly string[] | null;
  /** Of an entitlement object: ids of the accounts that hold it. Null if the accounts name their entitlements. */
  readonly members: readonly string[] | null;
  /** What `update` and `remove` compare, such as an ETag. Null if the system has none. */
  readonly version: string | null;
}

/** How a read ended. A missing object counts as deleted only if `complete` is true. */
export interface ReadEnd {
  /** False if anything may be missing: a limit was reached, a page failed, or the content was damaged. */
  readonly complete: boolean;
  /** Where the next `sync` continues. For a watched file: its `watchedState`. Null if the connector has neither. */
  readonly token: string | null;
  /** Why it is incomplete; null if it is complete. */
  readonly problem: ConnectorError | null;
}

export type Change =
  | { readonly type: "stored"; readonly object: SystemObject }
  | { readonly type: "removed"; readonly objectClass: string; readonly id: string };

export interface AttributeDelta {
  readonly attribute: string;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface Preconditions {
  /** The version that the object must still have. Null means any version. */
  readonly version: string | null;
}

/** Maximum characters of a detail that is stored. */
export const MAX_DETAIL_LENGTH = 1000;

/** A problem with a code that the browser explains, with the remedy. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly remedy: Remedy;
  /** The step of the connection that failed. */
  readonly step: TestStep;
  /** After how many milliseconds the system accepts requests again, if it said so. */
  readonly retryAfter: number | null;
  /** Of `ignored`: the attributes that the system did not store. */
  readonly attributes: readonly string[];

  /** @param detail for the person who administers the system, such as its own error text. Contains no secrets. */
  constructor(
    remedy: Remedy,
    step: TestStep,
    detail: string,
    options: {
      readonly cause?: unknown;
      readonly retryAfter?: number;
      readonly attributes?: readonly string[];
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.remedy = remedy;
    this.step = step;
    this.retryAfter = options.retryAfter ?? null;
    this.attributes = options.attributes ?? [];
  }
}

/** The token of an earlier read belongs to another server or state, so that everything must be read. */
export class UnusableTokenError extends Error {
  override readonly name = "UnusableTokenError";
}

/** Which system of which client. */
export interface SystemPlace {
  readonly clientId: string;
  readonly resourceId: string;
}

/** Files that an operator placed on the server for a system. */
export interface SystemFolder extends SystemPlace {
  /** Has a directory for each client, named by its id. */
  readonly root: string;
}

/** What a connector may use of the server. */
export interface ConnectorEnvironment {
  /** Every operation ends when it aborts: it was cancelled, or its time is over. */
  readonly signal: AbortSignal;
  /** Milliseconds to wait for one answer of the system. */
  readonly answerTime: number;
  /** The most bytes of one answer. Missing: the connector's own limit. */
  readonly maxAnswer?: number;
  /** Opens an uploaded file. @throws ConnectorError fileMissing */
  openFile(id: string): Promise<OpenFile>;
  /** Missing: the server has none. */
  readonly folder?: SystemFolder;
  /** The `watchedState` that the file must have: reading another one throws `fileChanging`. Missing: any state is read. */
  readonly fileState?: string;
  /** Stores values of SECRET fields that the system replaced, such as a refresh token that is valid only once. */
  storeSecrets?(values: Configuration): Promise<void>;
  /**
   * Called before every outgoing connection. @returns the address to connect to.
   * @throws ConnectorError hostUnknown; addressForbidden for link-local and metadata addresses and for hosts outside
   * the list of allowed hosts.
   */
  resolveHost(
    host: string,
    port: number,
  ): Promise<{ readonly address: string; readonly family: 4 | 6 }>;
}

export interface OpenFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content: Readable;
}

/** Pages of objects. The last value says how the read ended; a caller that stops early has not read completely. */
export type Pages = AsyncGenerator<readonly SystemObject[], ReadEnd, void>;

/** The complete read of a system without objects. */
export async function* emptyRead(): Pages {
  yield* [];
  return { complete: true, token: null, problem: null };
}

/** Names one object: by its id, or by the name that people know it by. */
export type ObjectName = { readonly id: string } | { readonly name: string };

/**
 * Changes what the system stores. An object that another writer changed is refused with `changedMeanwhile`, and a change
 * that the system accepts without making it with `ignored`, which names the attributes.
 */
export interface Writer {
  /** @returns the object as the system stores it now; null if there is none. Without it, callers read the whole class. */
  find?(objectClass: string, key: ObjectName): Promise<SystemObject | null>;
  /**
   * Of accounts that name their entitlements: the attribute with these names. Without it, callers take the only attribute of
   * the class with several values.
   */
  entitlementAttribute?(objectClass: string): Promise<string | null>;
  create(objectClass: string, attributes: Attributes): Promise<SystemObject>;
  update(
    object: SystemObject,
    delta: readonly AttributeDelta[],
    when: Preconditions,
  ): Promise<SystemObject>;
  /**
   * Makes what follows from an `update` that changed the object and then failed, such as new names of a renamed account in its groups.
   * Does nothing if nothing follows, and can be repeated. Missing: an update either changes the object or fails.
   *
   * @param object as it is now.
   * @param former values of the attributes that the update concerned, before it.
   */
  finishUpdate?(object: SystemObject, former: Attributes): Promise<void>;
  /** Only if the connector has the capability `activation`. */
  setActive(object: SystemObject, active: boolean, when: Preconditions): Promise<SystemObject>;
  remove(object: SystemObject, when: Preconditions): Promise<void>;
  /**
   * How many changes are worth requesting before the first is awaited, because they are written in one step. Missing: 1.
   * Each of them still succeeds or fails alone.
   */
  readonly batchSize?: number;
}

/** An open system. The caller closes it, whatever happened. All methods throw ConnectorError for problems of the system. */
export interface Connection {
  /** Tries each step in order. @returns the steps that passed. @throws ConnectorError for the first that failed. */
  test(): Promise<readonly TestStep[]>;
  /** Names the equality of each attribute whose values the system may store in another form (`equality.ts`). */
  discoverSchema(): Promise<readonly ObjectClass[]>;
  /** Attributes that earlier versions did not read. An object that gains only these has not changed. */
  readonly addedAttributes?: readonly string[];
  /** @param pageSize the most objects of a page. */
  search(objectClass: ObjectClass, pageSize: number): Pages;
  /**
   * Changes since a token. Null if the connector cannot read changes.
   *
   * @throws UnusableTokenError before the first page.
   */
  readonly sync:
    | ((
        classes: readonly ObjectClass[],
        token: string,
      ) => AsyncGenerator<readonly Change[], ReadEnd, void>)
    | null;
  /** Null if the connector cannot write. */
  readonly writer: Writer | null;
  close(): Promise<void>;
}

/** OAuth 2 authorization code with PKCE. */
export interface Authorization {
  /** The SECRET field that is set once access is granted. While it does not apply, nothing is authorized. */
  readonly secretField: string;
  /** @returns the URL at which the administrator grants access. */
  authorizeUrl(
    configuration: Configuration,
    request: { readonly redirectUri: string; readonly state: string; readonly challenge: string },
  ): Promise<string>;
  /** @returns values of SECRET fields to store, such as a refresh token. */
  redeem(
    configuration: Configuration,
    reply: { readonly redirectUri: string; readonly code: string; readonly verifier: string },
    environment: ConnectorEnvironment,
  ): Promise<Configuration>;
}

export interface Connector {
  /** Stable, from 1. */
  readonly id: number;
  /** The name of its folder, which also selects the texts of its fields. */
  readonly key: string;
  readonly kinds: readonly ConnectorKind[];
  readonly tags: readonly ConnectorTag[];
  /** False for a connector that is installed but cannot be chosen. */
  readonly available: boolean;
  /** The most that a system of this connector can do. */
  readonly capabilities: Capabilities;
  /** What a system with this configuration can do. Missing: `capabilities`. Ask `capabilitiesOf`. */
  readonly configuredCapabilities?: (configuration: Configuration) => Capabilities;
  /** In the order of the form, grouped by `group`. */
  readonly fields: readonly ConnectorField[];
  readonly authorization: Authorization | null;
  /** Describes the table file that a configuration names. Missing: the connector reads no files. @throws ConnectorError */
  readonly describeFile?: (
    configuration: Configuration,
    environment: ConnectorEnvironment,
  ) => Promise<FileFormat>;
  /**
   * Identifies the content of the watched file, whose new versions start runs. All servers with this directory return the
   * same text. It does not begin with a slash. Null: the configuration watches no file. Missing: the connector cannot watch
   * files.
   *
   * @throws ConnectorError
   */
  readonly watchedState?: (
    configuration: Configuration,
    folder: SystemFolder,
  ) => Promise<string | null>;
  /** Connects lazily: only `test`, `discoverSchema`, `search`, `sync` and writing talk to the system. */
  open(configuration: Configuration, environment: ConnectorEnvironment): Promise<Connection>;
}
