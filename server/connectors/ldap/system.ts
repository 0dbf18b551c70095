/** What all operations of one connection share: the session, the server's schema, and the accounts read so far. */
import type { TestStep } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError, type ConnectorEnvironment, type SystemObject } from "../contract.ts";
import { createAccountIndex, type AccountIndex } from "./accountIndex.ts";
import { toObject } from "./objects.ts";
import { completeRanges } from "./ranges.ts";
import { readSchema, type Schema } from "./schema.ts";
import type { LdapSettings } from "./settings.ts";
import { readPosition } from "./position.ts";
import { openSession } from "./wire/connect.ts";
import type { RawEntry } from "./wire/decode.ts";
import type { Session } from "./wire/session.ts";

export interface System {
  readonly settings: LdapSettings;
  readonly index: AccountIndex;
  /** The one session, which is never opened again: a new one would not continue the pages of a read. */
  session(): Promise<Session>;
  /** A session of its own, for a test. */
  openSession(passed: (step: TestStep) => void): Promise<Session>;
  schema(): Promise<Schema | null>;
  /** @throws ConnectorError schemaUnknown */
  classes(): Promise<readonly ObjectClass[]>;
  /**
   * Where `sync` continues after the reads of this connection. It is determined before the first of them, so that no
   * change is missed while they run.
   */
  position(): Promise<string>;
  objectOf(objectClass: ObjectClass, entry: RawEntry): Promise<SystemObject>;
  close(): Promise<void>;
}

export function createSystem(settings: LdapSettings, environment: ConnectorEnvironment): System {
  const index = createAccountIndex(settings);
  let opened: Promise<Session> | null = null;
  const session = (): Promise<Session> => (opened ??= openSession(settings, environment));
  const schema = once(async () => readSchema(await session()));
  const reportsLocks = async (): Promise<boolean> => {
    const { statusAttribute, vendor } = settings;
    if (vendor !== "OPENLDAP" || statusAttribute === null) return false;
    return (await schema())?.hasAttribute(statusAttribute) ?? false;
  };

  return {
    settings,
    index,
    session,
    schema,
    openSession: (passed) => openSession(settings, environment, passed),
    classes: async () => {
      const known = await schema();
      if (!known) {
        throw new ConnectorError("schemaUnknown", "read", "The server does not show its schema");
      }
      const kinds = [settings.accounts, ...(settings.groups ? [settings.groups] : [])];
      return kinds.map((kind) => known.classOf(settings, kind));
    },
    position: once(async () => readPosition(await session(), settings)),
    objectOf: async (objectClass, entry) => {
      const wire = await session();
      const whole = await completeRanges(wire, entry);
      const { object, dn } = toObject(settings, objectClass, whole, await reportsLocks());
      if (object.members === null) {
        if (settings.groups) index.add({ ...object, dn });
        return object;
      }
      return { ...object, members: await index.resolve(wire, object.members) };
    },
    close: async () => {
      const open = await opened?.catch(() => null);
      open?.close();
    },
  };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => (made ??= make());
}
