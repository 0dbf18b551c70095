/**
 * What stands for each parameter where a journey opens the screens of all routes. A parameter means the same in every
 * address. A screen whose address has a new parameter needs an example here; the checks of routes say so.
 */
import { expect } from "@playwright/test";
import type { Language } from "#events/actions/app.ts";
import {
  attributeSource,
  inboundDraft,
  outboundDraft,
} from "../../../tests/server/mappings/support.ts";
import type { Api } from "../test.ts";

const CSV_CONNECTOR = 1;
const LDAP_CONNECTOR = 2;
/** The end of the address of the form for distinguished names, which only outbound mappings have. */
const DN_FORM = "/ad-dn";

export interface Example {
  readonly value: string;
  /** The name of the thing, where the thing has one. It may be the heading of its screen. */
  readonly name?: string | Readonly<Record<Language, string>>;
}

export const EXAMPLES: Readonly<Record<string, (api: Api, path: string) => Promise<Example>>> = {
  oid: async (api) => {
    const { oid, displayName } = await api.org("Loan Underwriter");
    return { value: oid, name: displayName };
  },
  resourceId: async (api, path) => {
    // Only imported resources have policies. All other screens are about connected systems.
    if (!path.includes("/role-mapping")) return connectedSystem(api, path);
    const name = "Core Banking";
    return { value: await api.resource(name), name };
  },
  userId: async (api) => {
    const { id, familyName, givenName } = await api.user();
    return { value: id, name: `${familyName}, ${givenName}` };
  },
  userOid: async (api) => {
    const people = await api.call("GET", `/api/clients/${await api.client()}/identities?size=1`);
    const { _embedded } = (await people.json()) as {
      readonly _embedded: {
        readonly identities: readonly { oid: string; givenName: string; familyName: string }[];
      };
    };
    const [person] = _embedded.identities;
    if (!person) throw new Error("The directory has no people");
    return { value: person.oid, name: `${person.familyName}, ${person.givenName}` };
  },
  roleOid: async (api) => {
    const roles = `/api/clients/${await api.client()}/roles`;
    const name = "Example Role";
    const found = await api.call("GET", `${roles}?contains=${encodeURIComponent(name)}`);
    const { _embedded } = (await found.json()) as {
      readonly _embedded: { readonly roles: readonly { oid: string }[] };
    };
    const [known] = _embedded.roles;
    if (known) return { value: known.oid, name };
    const created = await api.call("POST", roles, {
      name,
      description: "For the screen of a role",
      resourceOid: null,
      entitlementOids: [],
      ownerOids: [],
    });
    const { oid } = (await created.json()) as { readonly oid: string };
    return { value: oid, name };
  },
  entitlementOid: async (api) => {
    const names = await api.call("GET", `/api/clients/${await api.client()}/names?text=ledger`);
    const { names: found } = (await names.json()) as {
      readonly names: readonly { kind: string; id: string; name: string }[];
    };
    const entitlement = found.find(({ kind }) => kind === "entitlement");
    if (!entitlement) throw new Error("No entitlement begins with these letters");
    return { value: entitlement.id, name: entitlement.name };
  },
  reportId: async (api) => {
    const path = `/api/clients/${await api.client()}/reports`;
    const none = { orgOid: null, resourceId: null, from: null, until: null };
    const started = await api.call("POST", path, { kind: "orphanedAccounts", ...none });
    const { id } = (await started.json()) as { readonly id: string };
    const status = async () => {
      const reply = await api.call("GET", `${path}/${id}`);
      return ((await reply.json()) as { readonly status: string }).status;
    };
    await expect.poll(status).toBe("ready");
    return { value: id, name: { en: "Orphaned accounts", de: "Verwaiste Konten" } };
  },
  caseId: async (api) => {
    const client = `/api/clients/${await api.client()}`;
    const read = async <Item>(path: string, collection: string): Promise<readonly Item[]> => {
      const reply = await api.call("GET", `${client}/${path}`);
      const { _embedded } = (await reply.json()) as {
        readonly _embedded: Readonly<Record<string, readonly Item[]>>;
      };
      return _embedded[collection] ?? [];
    };
    const [known] = await read<{ id: string; subject: string }>("cases?show=all", "cases");
    if (known) return { value: known.id, name: known.subject };
    const people = await read<{ oid: string }>("identities?show=withAccounts", "identities");
    for (const { oid } of people) {
      const path = `identities/${oid}/entitlements?show=outside`;
      const [held] = await read<{ roleOid: string }>(path, "entitlements");
      if (!held) continue;
      const opened = await api.call("POST", `${client}/cases`, {
        kind: "outsidePolicy",
        identityOid: oid,
        roleOid: held.roleOid,
        accountId: null,
        ownerId: null,
        dueOn: null,
        comment: "",
      });
      const { id, subject } = (await opened.json()) as { id: string; subject: string };
      return { value: id, name: subject };
    }
    throw new Error("Nobody has access outside policy");
  },
  direction: async (_api, path) => ({ value: path.endsWith(DN_FORM) ? "outbound" : "inbound" }),
  mappingId: async (api, place) => {
    const { value } = await connectedSystem(api, place);
    const path = `/api/clients/${await api.client()}/resources/${value}/mappings`;
    const { name, mapping: draft } = place.endsWith(DN_FORM) ? OUTBOUND : INBOUND;
    const reply = await api.call("GET", path);
    const { mappings, version } = (await reply.json()) as {
      readonly mappings: readonly { readonly id: string }[];
      readonly version: number;
    };
    const [known] = mappings;
    if (known) return { value: known.id, name };
    const created = await api.call("POST", path, { mapping: draft, version });
    const { mapping } = (await created.json()) as { readonly mapping: { readonly id: string } };
    return { value: mapping.id, name };
  },
  correlationRuleId: async (api, path) => {
    const { value: resourceId } = await connectedSystem(api, path);
    const rules = `/api/clients/${await api.client()}/resources/${resourceId}/correlation-rules`;
    const found = await api.call("GET", rules);
    const { _embedded } = (await found.json()) as {
      readonly _embedded: { readonly correlationRules: readonly { id: string }[] };
    };
    const [known] = _embedded.correlationRules;
    if (known) return { value: known.id };
    const added = await api.call("POST", rules, {
      midpointUserFieldId: "email",
      method: "normalised",
      threshold: 0.8,
      nicknames: false,
      tier: 1,
      weight: null,
      attributes: [{ type: "field", resourceSchemaId: "mail", staticContent: null, position: 1 }],
    });
    const { id } = (await added.json()) as { readonly id: string };
    return { value: id };
  },
  "*": async () => ({ value: "any-other" }),
};

/** A mapping of an additional attribute, with the name of what it sets. */
const INBOUND = {
  name: "costCenter",
  mapping: inboundDraft("account/department", "extension/costCenter", {
    strength: "normal",
    customCode: "account.department.upper()",
    authoritative: false,
    mappingType: "ADVANCED",
    condition: 'account.department != ""',
    config: { target: "attribute", kind: "Template", separator: "", template: "{1}", dn: null },
    attributes: [
      attributeSource("account/department", {
        formats: [{ transform: "SUBSTRING", start: 0, length: 3 }, { transform: "UPPERCASE" }],
      }),
    ],
  }),
};

/** A mapping that builds a distinguished name. */
const OUTBOUND = {
  name: "dn",
  mapping: outboundDraft("username", "inetOrgPerson/dn", {
    config: {
      target: "attribute",
      kind: "Basic",
      separator: "",
      template: "",
      dn: {
        rdnAttribute: "uid",
        base: "DC=example,DC=com",
        unitSource: "department",
        units: [{ value: "Lending", path: "OU=Loans" }],
        fallback: "OU=People",
      },
    },
  }),
};

/** @param path of the screen. The form for distinguished names needs a system that Provision writes. */
async function connectedSystem(api: Api, path: string): Promise<Example> {
  const systems = `/api/clients/${await api.client()}/systems`;
  const isWritten = path.endsWith(DN_FORM);
  const name = isWritten ? "Example Directory" : "Example System";
  const found = await api.call("GET", `${systems}?contains=${encodeURIComponent(name)}`);
  const { _embedded } = (await found.json()) as {
    readonly _embedded: { readonly systems: readonly { id: string }[] };
  };
  const [known] = _embedded.systems;
  if (known) return { value: known.id, name };
  const created = await api.call("POST", systems, {
    name,
    description: "For the screens of a system",
    ownerId: null,
    connectorId: isWritten ? LDAP_CONNECTOR : CSV_CONNECTOR,
    kind: "export",
  });
  const { id } = (await created.json()) as { readonly id: string };
  return { value: id, name };
}
