/**
 * Changes resources and reads them back, because some services accept a change and ignore it. A change of many members
 * takes several requests; if one fails, those before it stay.
 */
import {
  ConnectorError,
  type AttributeDelta,
  type Pages,
  type Preconditions,
  type SystemObject,
  type Writer,
} from "../contract.ts";
import { normalFormOf } from "../equality.ts";
import { isStored } from "../storedValues.ts";
import type { ScimClient } from "./client.ts";
import { getText, type Json } from "./json.ts";
import { buildPatches, buildReplace, quote } from "./patch.ts";
import { attributeOf, toObject, toResource } from "./resource.ts";
import { equalityOf, type ResourceClass, type Service } from "./schema.ts";

const PAGE = 100;

export interface Writing {
  readonly client: ScimClient;
  service(): Promise<Service>;
  classOf(name: string): Promise<ResourceClass>;
  /** The members of a group as `search` reports them. */
  membersOf(type: ResourceClass, id: string): Promise<readonly string[] | null>;
  search(name: string, pageSize: number, filter: string | null): Pages;
}

export function createWriter({ client, service, classOf, membersOf, search }: Writing): Writer {
  const { profile } = client.settings;

  async function read(type: ResourceClass, id: string): Promise<SystemObject> {
    const { body, etag } = await client.request("GET", pathOf(type, id));
    return toObject(type, body, etag, await membersOf(type, id));
  }

  /** The service checks If-Match; services without ETags are asked for the version first. */
  async function requireVersion(
    type: ResourceClass,
    id: string,
    version: string | null,
  ): Promise<void> {
    if (version === null) return;
    const { body, etag } = await client.request("GET", pathOf(type, id));
    if (toObject(type, body, etag).version === version) return;
    throw new ConnectorError(
      "changedMeanwhile",
      "read",
      `The ${type.objectClass.name} ${id} was changed.`,
    );
  }

  async function patch(
    type: ResourceClass,
    id: string,
    bodies: readonly Json[],
    { version }: Preconditions,
  ): Promise<SystemObject> {
    if (!(await service()).supportsPatch) {
      throw new ConnectorError("notAllowed", "read", "The service does not support PATCH.");
    }
    await requireVersion(type, id, version);
    let ifMatch = version;
    for (const [at, body] of bodies.entries()) {
      const isLast = at === bodies.length - 1;
      const reply = await client.request("PATCH", pathOf(type, id), { body, ifMatch });
      if (ifMatch === null || isLast) continue;
      // The next request must follow this one immediately.
      const stored =
        getText(reply.body, "id") === null ? null : toObject(type, reply.body, reply.etag);
      ifMatch = stored?.version ?? reply.etag ?? (await read(type, id)).version;
    }
    return read(type, id);
  }

  /** Some services ignore filters. */
  async function findByName(type: ResourceClass, name: string): Promise<SystemObject | null> {
    const { objectClass } = type;
    const caseExact = type.attributes.get(objectClass.nameAttribute)?.caseExact === true;
    const plain = (text: string): string => (caseExact ? text : text.toLowerCase());
    const pages = search(objectClass.name, PAGE, `${objectClass.nameAttribute} eq ${quote(name)}`);
    for (;;) {
      const { done, value } = await pages.next();
      if (done === true) {
        if (value.problem !== null) throw value.problem;
        return null;
      }
      const found = value.find((one) => plain(one.name) === plain(name));
      if (found !== undefined) return found;
    }
  }

  return {
    async find(objectClass, key) {
      const type = await classOf(objectClass);
      if ("name" in key) return findByName(type, key.name);
      try {
        return await read(type, key.id);
      } catch (error) {
        if (error instanceof ConnectorError && error.remedy === "notFound") return null;
        throw error;
      }
    },

    async create(objectClass, attributes) {
      const type = await classOf(objectClass);
      const { body } = await client.request("POST", type.endpoint, {
        body: toResource(type, attributes),
      });
      const id = getText(body, "id");
      if (id === null)
        throw new ConnectorError("unreadable", "read", "The new resource has no id.");
      const members = attributes[type.objectClass.memberAttribute ?? ""] ?? [];
      const delta = Object.entries(attributes)
        .filter(([, values]) => values.length > 0)
        .map(([attribute, add]) => ({ attribute, add, remove: [] }));
      const stored =
        members.length === 0
          ? await read(type, id)
          : await patch(
              type,
              id,
              buildPatches(
                type,
                delta.filter(({ add }) => add === members),
                profile,
              ),
              { version: null },
            );
      // A resource with another name is not the new one.
      const { nameAttribute } = type.objectClass;
      const named = { [nameAttribute]: stored.attributes[nameAttribute] ?? [] };
      verify(type, { attributes: named }, stored, delta);
      return stored;
    },

    async update(object, delta, when) {
      const type = await classOf(object.objectClass);
      const bodies = buildPatches(type, delta, profile);
      const stored =
        bodies.length === 0
          ? await read(type, object.id)
          : await patch(type, object.id, bodies, when);
      verify(type, object, stored, delta);
      return stored;
    },

    async setActive(object, active, when) {
      const type = await classOf(object.objectClass);
      const { path } = attributeOf(type, "active");
      const stored = await patch(type, object.id, [buildReplace(path, active, profile)], when);
      if (stored.active !== active) {
        throw ignored(`The account is still ${stored.active === false ? "inactive" : "active"}.`);
      }
      return stored;
    },

    async remove(object, { version }) {
      const type = await classOf(object.objectClass);
      await requireVersion(type, object.id, version);
      await client.request("DELETE", pathOf(type, object.id), { ifMatch: version });
      try {
        await client.request("GET", pathOf(type, object.id));
      } catch (error) {
        if (error instanceof ConnectorError && error.remedy === "notFound") return;
        throw error;
      }
      throw ignored(`The ${type.objectClass.name} still exists.`);
    },
  };
}

export function pathOf({ endpoint }: ResourceClass, id: string): string {
  // A path of dots would address another resource.
  if (/^\.{1,2}$/.test(id)) throw new ConnectorError("notFound", "find", `There is no ${id}.`);
  return `${endpoint}/${encodeURIComponent(id)}`;
}

/** @throws ConnectorError ignored */
function verify(
  type: ResourceClass,
  { attributes: before }: Pick<SystemObject, "attributes">,
  { attributes }: SystemObject,
  delta: readonly AttributeDelta[],
): void {
  const lost = delta.filter(({ attribute: path, add, remove }) => {
    const attribute = attributeOf(type, path);
    if (!attribute.readable) return false;
    const stored = attributes[path] ?? [];
    const form = normalFormOf(equalityOf(attribute) ?? "exact");
    if (path === type.objectClass.memberAttribute) {
      return add.some((id) => !stored.includes(id)) || remove.some((id) => stored.includes(id));
    }
    const former = before[path] ?? [];
    const written = attribute.multiple
      ? [...former.filter((value) => !remove.includes(value)), ...add]
      : add.slice(-1);
    return !isStored({ before: former, written, stored }, form);
  });
  if (lost.length === 0) return;
  const names = lost.map(({ attribute }) => attribute);
  throw new ConnectorError("ignored", "read", `The service did not store ${names.join(", ")}.`, {
    attributes: names,
  });
}

/** The service accepted a change and did not make it. */
function ignored(detail: string): ConnectorError {
  return new ConnectorError("ignored", "read", detail);
}
