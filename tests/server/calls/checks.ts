/** Checks of every call, based on its declaration alone. */
import { randomUUID } from "node:crypto";
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { type AnyCall, fillEndpoint } from "#events/kernel/call.ts";
import { CSRF_HEADER } from "#events/rules/session.ts";
import { changedFields } from "#server/audit/queries.ts";
import { countMissingKeys } from "#server/lists/backfillKeys.ts";
import { fieldMessages } from "#src/data/audit/fieldMessages.ts";
import { createApi } from "../support/api.ts";
import type { TestDatabase } from "../support/databases.ts";
import { digestTables } from "../support/digestTables.ts";
import { fillDirectory, type TestDirectory } from "../support/directory.ts";
import { expectError } from "../support/errors.ts";
import type { SchemaNode } from "../../support/values.ts";
import { type Example, type Input, Inputs, paramsIn, type Place, sendCall } from "./inputs.ts";

export interface Check {
  readonly title: string;
  /** Nothing to check for other calls. */
  readonly concerns: (call: AnyCall) => boolean;
  readonly run: (call: AnyCall, calls: ServedCalls) => Promise<void>;
}

export interface ServedCalls {
  readonly database: TestDatabase;
  readonly directory: TestDirectory;
  readonly api: Place["api"];
  /** A user with all permissions, in a new session. */
  owner(): Promise<Place>;
  /** The same in another client. */
  stranger(): Promise<Place>;
  inputOf(call: AnyCall, place: Place): Promise<Input>;
  /** An owner and an input that the call would accept: the same for all checks of a call, which must change neither. */
  accepted(call: AnyCall): Promise<Accepted>;
  close(): Promise<void>;
}

interface Accepted {
  readonly place: Place;
  readonly input: Input;
}

/** A server on the database, with a small directory. */
export async function serveCalls(
  database: TestDatabase,
  calls: readonly AnyCall[],
  examples: readonly Example[],
  options: Parameters<typeof createApi>[1] = {},
): Promise<ServedCalls> {
  const directory = await fillDirectory(database.current.db);
  const api = await createApi(database.current, options);
  const inputs = new Inputs(calls, examples);
  const enter = async (username: "owner" | "stranger", clientId: string): Promise<Place> => {
    // A factor set up by another check would require more than the password.
    for (const table of ["factors", "recovery_codes"] as const) {
      await database.current.db.deleteFrom(table).execute();
    }
    return { api, username, clientId, browser: await api.signIn(username) };
  };
  const owner = () => enter("owner", directory.clientId);
  const accepted = new Map<AnyCall, Promise<Accepted>>();
  const accept = async (call: AnyCall): Promise<Accepted> => {
    const place = await owner();
    return { place, input: await inputs.of(call, place) };
  };
  return {
    database,
    directory,
    api,
    owner,
    stranger: () => enter("stranger", directory.foreign.clientId),
    inputOf: (call, place) => inputs.of(call, place),
    accepted: (call) => {
      const known = accepted.get(call) ?? accept(call);
      accepted.set(call, known);
      return known;
    },
    close: () => api.app.close(),
  };
}

const always = () => true;
const isWrite = ({ method }: AnyCall): boolean => method !== "GET" && method !== "HEAD";
const needsSession = ({ permission }: AnyCall): boolean => permission !== "public";
const hasClient = ({ endpoint }: AnyCall): boolean => endpoint.includes("/:clientId");
const hasQuery = ({ schema }: AnyCall): boolean => schema.query !== undefined;
const hasBody = ({ schema }: AnyCall): boolean => schema.body !== undefined;

/** The fields of an object schema; none for others. */
function fieldsOf(schema: SchemaNode = {}): readonly (readonly [string, SchemaNode, boolean])[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, node]) => [name, node, required.includes(name)]);
}

/** The parameters of the path that are UUIDs. Connectors have numbers, which no client owns. */
function idsIn({ endpoint, schema }: AnyCall): readonly string[] {
  const fields = new Map(fieldsOf(schema.params).map(([name, node]) => [name, node.format]));
  return paramsIn(endpoint).filter((name) => fields.get(name) === "uuid");
}

/** An invalid text for a field of that schema in an address; null if every short text is valid. */
function badText({ type, format, pattern, maxLength, anyOf, const: literal }: SchemaNode) {
  if (type === "string" && !format && !pattern) {
    return maxLength === undefined ? null : "x".repeat(maxLength + 1);
  }
  return type || anyOf || literal !== undefined ? "\u0001" : null;
}

/** Calls whose fields are those of a connector. */
const FIELDS_OF_CONNECTORS: readonly string[] = ["systems/saveConfiguration"];

/** Fields of the call's audit entries that the audit trail cannot name. */
async function unnamedFields(
  db: TestDatabase["current"]["db"],
  { name }: AnyCall,
): Promise<readonly string[]> {
  if (FIELDS_OF_CONNECTORS.includes(name)) return [];
  const entries = await db
    .selectFrom("audit")
    .select(["before", "after"])
    .where("call", "=", name)
    .execute();
  const fields = entries.flatMap(({ before, after }) => changedFields(before, after));
  const known = fieldMessages.english.fields;
  return [...new Set(fields.map(({ field }) => field))].filter(
    (field) => !Object.hasOwn(known, field),
  );
}

/** Checks of an accepted call, on each kind of database. */
export const TAKEN: readonly Check[] = [
  {
    title: "answers as it declares",
    concerns: always,
    run: async (call, { database, owner, inputOf }) => {
      const place = await owner();
      const response = await sendCall(place.browser, call, await inputOf(call, place));
      const schema = call.schema.responses[response.statusCode];
      expect(schema, response.body).toBeDefined();
      expect(schema && Compile(schema).Check(response.json())).toBe(true);
      expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.headers[CSRF_HEADER]).toEqual(expect.any(String));
      expect(await countMissingKeys(database.current.db, "user_clients")).toBe(0);
      expect(await countMissingKeys(database.current.db, "resources")).toBe(0);
      expect(await countMissingKeys(database.current.db, "entitlements")).toBe(0);
      expect(await countMissingKeys(database.current.db, "identities")).toBe(0);
      expect(await unnamedFields(database.current.db, call)).toEqual([]);
    },
  },
  {
    title: "writes nothing but when its session was used last",
    concerns: (call) => !isWrite(call),
    run: async (call, { database, api, owner, inputOf }) => {
      const { db } = database.current;
      const place = await owner();
      const input = await inputOf(call, place);
      await api.mails();
      api.clock.now = new Date(api.clock.now.getTime() + 60_000);
      const before = await digestTables(db);
      const csv = `${call.endpoint}.csv`;
      const hasCsv = api.app.hasRoute({ method: "GET", url: csv });
      for (const one of hasCsv ? [call, { ...call, endpoint: csv }] : [call]) {
        const response = await sendCall(place.browser, one, input);
        expect(response.statusCode, response.body).toBeLessThan(300);
        await api.mails();
        expect(await digestTables(db)).toEqual(before);
      }
    },
  },
];

/** Checks of a refused call. */
export const REFUSED: readonly Check[] = [
  {
    title: "refuses visitors without a session",
    concerns: needsSession,
    run: async (call, { api, accepted }) => {
      const visitor = api.visitor();
      await visitor.get("/api/public/info");
      const { input } = await accepted(call);
      const answer = await sendCall(visitor, call, input);
      if (call.visitorsGetNoContent) {
        expect([answer.statusCode, answer.body]).toEqual([204, ""]);
        expect(answer.headers["cache-control"]).toBe("no-store");
      } else expectError(answer, "EBADSESSION");
    },
  },
  {
    title: "[SESS-18] refuses a wrong and a missing CSRF token",
    concerns: isWrite,
    run: async (call, { owner, accepted }) => {
      const { place, input } = await accepted(call);
      const { browser } = await owner();
      const send = (token: string) => sendCall(browser, call, input, { [CSRF_HEADER]: token });
      expectError(await send(place.browser.token ?? ""), "EBADCSRFTOKEN");
      expectError(await send("x"), "EBADCSRFTOKEN");
      browser.token = null;
      expectError(await sendCall(browser, call, input), "EBADCSRFTOKEN");
    },
  },
  {
    title: "refuses users who lack the permission",
    concerns: (call) => needsSession(call) && call.permission !== "signedIn",
    run: async (call, { api, accepted }) => {
      const guest = await api.signIn("guest");
      const { input } = await accepted(call);
      expectError(await sendCall(guest, call, input), "EFORBIDDEN");
    },
  },
  {
    title: "answers for a foreign client as for an unknown one",
    concerns: hasClient,
    run: async (call, { directory, accepted }) => {
      const {
        place,
        input: { params, ...input },
      } = await accepted(call);
      const bodies = [];
      for (const clientId of [randomUUID(), directory.foreign.clientId]) {
        const response = await sendCall(place.browser, call, {
          ...input,
          params: { ...params, clientId },
        });
        bodies.push(expectError(response, "ENOTFOUND"));
      }
      expect(bodies[0]).toEqual(bodies[1]);
    },
  },
  {
    title: "answers for the id of a foreign thing as for an unknown one",
    concerns: (call) => idsIn(call).some((name) => name !== "clientId"),
    run: async (call, { accepted, stranger, inputOf }) => {
      const { place, input: own } = await accepted(call);
      const foreign = await inputOf(call, await stranger());
      for (const name of idsIn(call)) {
        const id = foreign.params[name] ?? "";
        if (name === "clientId") continue;
        const bodies = [];
        for (const other of [randomUUID(), id]) {
          const params = { ...own.params, [name]: other };
          const response = await sendCall(place.browser, call, { ...own, params });
          bodies.push(expectError(response, "ENOTFOUND"));
        }
        expect(bodies[0], name).toEqual(bodies[1]);
      }
    },
  },
  {
    title: "refuses an id in the path that is no UUID",
    concerns: (call) => idsIn(call).length > 0,
    run: async (call, { accepted }) => {
      const {
        place,
        input: { params, ...input },
      } = await accepted(call);
      for (const name of idsIn(call)) {
        const bad = { ...input, params: { ...params, [name]: "7" } };
        const { fields } = expectError(await sendCall(place.browser, call, bad), "EINVALID");
        expect(fields).toEqual([{ path: `/params/${name}`, message: "must be a uuid" }]);
      }
    },
  },
  {
    title:
      "refuses query parameters that it does not declare, that are invalid, or that are missing",
    concerns: hasQuery,
    run: async (call, { accepted }) => {
      const {
        place,
        input: { query = {}, ...input },
      } = await accepted(call);
      const send = async (changed: Readonly<Record<string, unknown>>) =>
        expectError(await sendCall(place.browser, call, { ...input, query: changed }), "EINVALID")
          .fields;
      expect(await send({ ...query, colour: "red" })).toEqual([
        { path: "/query/colour", message: "is not known" },
      ]);
      for (const [name, node, isRequired] of fieldsOf(call.schema.query)) {
        const about = [expect.objectContaining({ path: `/query/${name}` })];
        const bad = badText(node);
        if (bad !== null) expect(await send({ ...query, [name]: bad }), name).toEqual(about);
        if (!isRequired) continue;
        const { [name]: _left, ...rest } = query;
        expect(await send(rest), name).toEqual(about);
      }
    },
  },
  {
    title:
      "refuses a body of another type, and one with a field of another type, too many or missing",
    concerns: hasBody,
    run: async (call, { accepted }) => {
      const { place, input } = await accepted(call);
      const send = async (body: unknown) => {
        const told = expectError(
          await sendCall(place.browser, call, { ...input, body }),
          "EINVALID",
        );
        expect(told.fields?.length, JSON.stringify(body)).toBeGreaterThan(0);
        return told.fields?.map(({ path }) => path) ?? [];
      };
      const fields = fieldsOf(call.schema.body);
      // A missing body counts as one without fields.
      const isOptional = fields.length > 0 && fields.every(([, , isRequired]) => !isRequired);
      for (const body of [
        "text",
        7,
        true,
        [[1]],
        { colour: "red" },
        ...(isOptional ? [] : [null]),
      ]) {
        for (const path of await send(body)) expect(path).toMatch(/^\/body/);
      }
      const valid = input.body as Readonly<Record<string, unknown>>;
      for (const [name, , isRequired] of fields) {
        expect(await send({ ...valid, [name]: [[{}]] })).toContainEqual(
          expect.stringMatching(new RegExp(`^/body/${name}`)),
        );
        if (!isRequired) continue;
        const { [name]: _left, ...rest } = valid;
        expect(await send(rest), name).toEqual([`/body/${name}`]);
      }
    },
  },
  {
    title: "refuses malformed, unknown and oversized bodies",
    concerns: hasBody,
    run: async (call, { accepted }) => {
      const { place, input } = await accepted(call);
      const url = fillEndpoint(call.endpoint, input.params);
      const send = (payload: string, headers = {}) =>
        place.browser.send(call.method, url, { payload, headers });
      for (const payload of ["{", '{"__proto__": {"a": 1}}', "\u0000"]) {
        expectError(await send(payload), "EINVALID");
      }
      expectError(await send("{}", { "content-type": "text/plain" }), "EMEDIATYPE");
      const limit = call.bodyLimit ?? (call.permission === "public" ? 32 * 1024 : 256 * 1024);
      expectError(await send(`"${"x".repeat(limit)}"`), "ETOOLARGE");
    },
  },
];

/** The checks of a call that returns a list. */
export function checksOf(checks: readonly Check[], call: AnyCall): readonly Check[] {
  return checks.filter(({ concerns }) => concerns(call));
}
