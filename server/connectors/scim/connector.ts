/**
 * Connects a service with SCIM 2.0 (RFC 7643, RFC 7644): its users are accounts, its groups are entitlements that name
 * their members.
 *
 * Changes are read with a filter on `meta.lastModified`, if the administrator switched that on. Removed resources are not
 * among them: only a complete read finds those. A service that ignores the filter sends everything, which is slower but
 * not wrong.
 */
import type { TestStep } from "#events/entities/connector.ts";
import {
  ConnectorError,
  type Change,
  type Configuration,
  type Connection,
  type Connector,
  type Pages,
  type ReadEnd,
  type ConnectorEnvironment,
  type SystemObject,
} from "../contract.ts";
import { authorization } from "./authorization.ts";
import { createScimClient, type ScimClient } from "./client.ts";
import { fields } from "./fields.ts";
import { getText, type Json } from "./json.ts";
import { readList } from "./paging.ts";
import { quote } from "./patch.ts";
import { toObject } from "./resource.ts";
import { discover, type ResourceClass, type Service } from "./schema.ts";
import { readSettings } from "./settings.ts";
import { createWriter, pathOf } from "./write.ts";

export const scimConnector: Connector = {
  id: 3,
  key: "scim",
  kinds: ["api"],
  tags: ["api"],
  available: true,
  capabilities: { paging: true, sync: true, write: true, activation: true, associations: true },
  fields,
  authorization,
  open: async (configuration, environment) => connect(configuration, environment),
};

/** Clocks of a service's machines differ, and a change may become visible late. Milliseconds. */
const OVERLAP = 120_000;
const TOKEN = "since ";
const PAGE = 100;

function connect(configuration: Configuration, environment: ConnectorEnvironment): Connection {
  const client: ScimClient = createScimClient(readSettings(configuration), environment);
  const { memberSource, readsChanges, base } = client.settings;
  let known: Promise<Service> | null = null;

  function service(): Promise<Service> {
    if (known !== null) return known;
    const started = discover(client);
    known = started;
    started.catch(() => (known = null));
    return started;
  }

  async function classOf(name: string): Promise<ResourceClass> {
    const type = (await service()).classes.find(({ objectClass }) => objectClass.name === name);
    if (type !== undefined) return type;
    throw new ConnectorError("schemaUnknown", "find", `The service has no resources ${name}.`);
  }

  /** @returns null if the group itself lists its members */
  async function membersOf(type: ResourceClass, id: string): Promise<readonly string[] | null> {
    if (type.objectClass.memberAttribute === null || memberSource !== "USERS") return null;
    const about = await service();
    const users = about.classes.find(({ objectClass }) => objectClass.role === "account");
    if (users === undefined) return [];
    const members: string[] = [];
    const list = readList(client, about, users.endpoint, PAGE, `groups.value eq ${quote(id)}`);
    for (;;) {
      const step = await list.next();
      if (step.done !== true) {
        members.push(...step.value.map((user) => getText(user, "id") ?? ""));
      } else if (step.value.problem !== null) throw step.value.problem;
      else return members;
    }
  }

  async function toObjects(
    type: ResourceClass,
    resources: readonly Json[],
  ): Promise<readonly SystemObject[]> {
    const objects: SystemObject[] = [];
    for (const resource of resources) {
      const isGroup = type.objectClass.memberAttribute !== null;
      const id = getText(resource, "id") ?? "";
      if (isGroup && memberSource === "GROUP") {
        const group = await readGroup(type, id);
        if (group !== null) objects.push(group);
      } else objects.push(toObject(type, resource, null, await membersOf(type, id)));
    }
    return objects;
  }

  /** @returns null for a group that was removed after it was listed */
  async function readGroup(type: ResourceClass, id: string): Promise<SystemObject | null> {
    try {
      const { body, etag } = await client.request("GET", pathOf(type, id));
      return toObject(type, body, etag);
    } catch (error) {
      if (error instanceof ConnectorError && error.remedy === "notFound") return null;
      throw error;
    }
  }

  async function* read(name: string, pageSize: number, filter: string | null): Pages {
    try {
      const type = await classOf(name);
      const list = readList(client, await service(), type.endpoint, pageSize, filter);
      for (;;) {
        const step = await list.next();
        if (step.done === true) {
          const { complete, problem, date } = step.value;
          const token =
            !complete || date === null || !readsChanges ? null : TOKEN + (date - OVERLAP);
          return { complete, token, problem };
        }
        yield await toObjects(type, step.value);
      }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      return { complete: false, token: null, problem: error };
    }
  }

  async function* readChanges(
    names: readonly string[],
    token: string,
  ): AsyncGenerator<readonly Change[], ReadEnd, void> {
    const since = token.startsWith(TOKEN) ? Number(token.slice(TOKEN.length)) : Number.NaN;
    let next: string | null = null;
    const incomplete = (problem: ConnectorError | null): ReadEnd => ({
      complete: false,
      token: null,
      problem,
    });
    if (!Number.isSafeInteger(since) || Math.abs(since) > 8.64e15) {
      return incomplete(
        new ConnectorError("contentDamaged", "read", "The token is not one of this connection."),
      );
    }
    const filter = `meta.lastModified gt ${quote(new Date(since).toISOString())}`;
    for (const name of names) {
      const pages = read(name, PAGE, filter);
      for (;;) {
        const step = await pages.next();
        if (step.done !== true) {
          yield step.value.map((object): Change => ({ type: "stored", object }));
          continue;
        }
        if (!step.value.complete) return incomplete(step.value.problem);
        // The first class was read first: later changes of it are in the next sync.
        next ??= step.value.token;
        break;
      }
    }
    return { complete: true, token: next ?? token, problem: null };
  }

  async function test(): Promise<readonly TestStep[]> {
    const isSecure = base.protocol === "https:";
    const port = base.port === "" ? (isSecure ? 443 : 80) : Number(base.port);
    await environment.resolveHost(base.hostname.replace(/^\[(.*)\]$/, "$1"), port);
    const { classes } = await service();
    for (const { endpoint } of classes) {
      try {
        await client.request("GET", `${endpoint}?count=1`);
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.remedy !== "notFound") throw error;
        throw new ConnectorError("baseMissing", "find", `${base.href + endpoint} does not exist.`);
      }
    }
    return [
      "resolve",
      "connect",
      ...(isSecure ? (["secure"] as const) : []),
      "signIn",
      "find",
      "read",
    ];
  }

  return {
    test,
    discoverSchema: async () => (await service()).classes.map(({ objectClass }) => objectClass),
    search: ({ name }, pageSize) => read(name, pageSize, null),
    sync: readsChanges
      ? (classes, token) =>
          readChanges(
            classes.map(({ name }) => name),
            token,
          )
      : null,
    writer: createWriter({ client, service, classOf, membersOf, search: read }),
    async close() {
      client.close();
    },
  };
}
