/** Applies single changes to a system in memory, without a database. */
import { ConnectorError, type Connection } from "#server/connectors/contract.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import { applyChange } from "#server/provisioning/apply/applyChange.ts";
import type { ChangePorts, WantedChange } from "#server/provisioning/apply/change.ts";
import { ChangeError } from "#server/provisioning/apply/changeError.ts";
import { NotStoredError } from "#server/provisioning/apply/notStoredError.ts";
import { openTarget } from "#server/provisioning/apply/targetObjects.ts";
import { exclusionsOf } from "#server/systems/accountExclusions.ts";
import { content } from "../contents.ts";
import { ACCOUNT, GROUP, MemorySystem } from "../memorySystem.ts";

export const attributes = (of: ObjectContent["attributes"]) => content({ attributes: of });
export const rights = (...entitlements: string[]) => content({ entitlements });

/** Ignores the case of the mail address, and does not report the pin. */
export const CLASS: ObjectClass = {
  ...ACCOUNT,
  attributes: [
    ...ACCOUNT.attributes.map((attribute) =>
      attribute.name === "mail" ? { ...attribute, equality: "ignoreCase" as const } : attribute,
    ),
    { name: "pin", multiple: false, required: false, writable: true, readable: false },
  ],
};

type Writer = NonNullable<Connection["writer"]>;

export interface Options {
  readonly hasGroups?: boolean;
  readonly account?: Parameters<MemorySystem["put"]>[1];
  /** Replaces methods of the writer. */
  readonly writer?: (writer: Writer) => Partial<Writer>;
}

/** A system with the account ann. Accounts named root, and those whose mail ends in @out, are left out. */
export async function openSystem({ hasGroups = true, account, writer }: Options = {}) {
  const system = new MemorySystem(hasGroups);
  const id = system.put("ann", account ?? { attributes: { mail: ["old"], phone: [] } });
  const connection = await system.connect();
  if (connection.writer === null) throw new Error("The system cannot be written");
  const target = await openTarget(
    {
      ...connection,
      discoverSchema: async () => (hasGroups ? [CLASS, GROUP] : [CLASS]),
      writer: { ...connection.writer, ...writer?.(connection.writer) },
    },
    exclusionsOf([
      { attribute: null, pattern: "root" },
      { attribute: "mail", pattern: "*@out" },
    ]),
  );
  /** What was remembered before each write. */
  const begun: (ObjectContent | null)[] = [];
  /** The names of the secret attributes that were computed. */
  const secrets: (readonly string[])[] = [];
  const ports: ChangePorts = {
    target,
    beginWrite: async (seen) => void begun.push(seen),
    holdersOf: async (names) =>
      names.map((name) => ({ entitlement: name, objectClass: GROUP.name, id: name })),
    secretsOf: async (names) => {
      secrets.push(names);
      return Object.fromEntries(names.map((name) => [name, ["s3cret"]]));
    },
  };
  return { system, id, ports, begun, secrets };
}

type Opened = Awaited<ReturnType<typeof openSystem>>;

/** The code and the message of the error with which a change fails. */
export async function failed({ ports }: Opened, change: WantedChange): Promise<string> {
  const error: unknown = await applyChange(ports, change).catch((thrown: unknown) => thrown);
  if (!(error instanceof ChangeError)) throw new Error("The change did not fail");
  return `${error.code}: ${error.message}`;
}

/** The error of a change that the system did not store as a whole. */
export async function notStored({ ports }: Opened, change: WantedChange): Promise<NotStoredError> {
  const error: unknown = await applyChange(ports, change).catch((thrown: unknown) => thrown);
  if (!(error instanceof NotStoredError)) throw new Error("The change was stored");
  return error;
}

/** A connector found that the system ignored a write. */
export const ignored = (...names: readonly string[]) =>
  new ConnectorError("ignored", "read", "ignored", { attributes: names });

export function wanted(
  kind: WantedChange["kind"],
  { id, ...more }: Partial<WantedChange> & { readonly id?: string } = {},
): WantedChange {
  return {
    kind,
    objectClass: "account",
    name: "ann",
    objectId: id ?? null,
    before: null,
    after: null,
    seen: null,
    isResumed: false,
    left: {},
    mapped: new Set(),
    ...more,
  };
}
