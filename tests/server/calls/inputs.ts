/**
 * Valid inputs for every call, generated from its schema. An id in a path comes from the preceding collection, by
 * creating or listing. Only calls with rules that a schema cannot express have an example, in `examples.ts` of their
 * domain.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { TSchema } from "typebox";
import {
  type AnyCall,
  type CallDefinition,
  type CallSchema,
  fillEndpoint,
  type InputOf,
  type ReplyKind,
} from "#events/kernel/call.ts";
import type { Browser, TestApi } from "../support/api.ts";
import type { UserName } from "../support/directory.ts";
import { plainValue, requiredIds } from "../../support/plainValue.ts";

/** A user with all permissions, in one of their clients. */
export interface Place {
  readonly api: TestApi;
  readonly username: UserName;
  readonly browser: Browser;
  readonly clientId: string;
}

export interface Input {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface Example {
  readonly call: string;
  readonly make: (place: Place) => Promise<Partial<Input>>;
}

/** @param make returns the parts of an input that the schema cannot generate */
export function example<Name extends string, Schema extends CallSchema, Reply extends ReplyKind>(
  { name }: CallDefinition<Name, Schema, Reply>,
  make: (place: Place) => Partial<InputOf<Schema>> | Promise<Partial<InputOf<Schema>>>,
): Example {
  return { call: name, make: async (place) => make(place) };
}

/** The examples of all domains: every `examples.ts` in a folder of these tests. */
export async function loadExamples(): Promise<readonly Example[]> {
  const folder = join(import.meta.dirname, "..");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith("/examples.ts") && existsSync(join(folder, path)),
  );
  const modules = await Promise.all(
    files.map((path) => import(join(folder, path)) as Promise<{ examples: readonly Example[] }>),
  );
  return modules.flatMap(({ examples }) => examples);
}

export function paramsIn(endpoint: string): readonly string[] {
  return [...endpoint.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
}

export function urlOf({ endpoint }: AnyCall, { params, query = {} }: Input): string {
  const pairs = Object.entries(query).map(([key, value]) => [key, String(value)]);
  const search = new URLSearchParams(pairs).toString();
  return fillEndpoint(endpoint, params) + (search && `?${search}`);
}

/** Sends a call as declared. */
export function sendCall(
  browser: Browser,
  call: AnyCall,
  input: Input,
  headers: Readonly<Record<string, string>> = {},
) {
  return browser.send(call.method, urlOf(call, input), { body: input.body, headers });
}

export class Inputs {
  readonly #calls: readonly AnyCall[];
  readonly #examples: ReadonlyMap<string, Example>;

  constructor(calls: readonly AnyCall[], examples: readonly Example[]) {
    this.#calls = calls;
    this.#examples = new Map(examples.map((one) => [one.call, one]));
  }

  async of(call: AnyCall, place: Place, known: Input["params"] = {}): Promise<Input> {
    const given = (await this.#examples.get(call.name)?.make(place)) ?? {};
    const params: Record<string, string> = {};
    for (const name of paramsIn(call.endpoint)) {
      params[name] =
        given.params?.[name] ?? known[name] ?? (await this.#idFor(name, call, place, params));
    }
    const { query, body } = call.schema;
    return {
      params,
      query:
        given.query ??
        (query && ((await this.#valueOf(query, call, place, params)) as Input["query"])),
      body: "body" in given ? given.body : body && (await this.#valueOf(body, call, place, params)),
    };
  }

  async #valueOf(schema: TSchema, call: AnyCall, place: Place, params: Input["params"]) {
    const ids: Record<string, string> = { clientId: place.clientId };
    for (const name of requiredIds(schema)) {
      if (this.#collectionsOf(name).length > 0) {
        ids[name] ??= await this.#idFor(name, call, place, params);
      }
    }
    return plainValue(schema, ids);
  }

  /** The collection addresses before each id. */
  #collectionsOf(name: string): readonly string[] {
    const before = ({ endpoint }: AnyCall) => endpoint.split(`/:${name}`)[0] ?? "";
    const addresses = this.#calls
      .filter(({ endpoint }) => paramsIn(endpoint).includes(name))
      .map(before);
    return [...new Set(addresses)].filter((address) =>
      this.#calls.some(({ endpoint }) => endpoint === address),
    );
  }

  async #idFor(
    name: string,
    { name: callName, endpoint }: AnyCall,
    place: Place,
    params: Input["params"],
  ): Promise<string> {
    if (name === "clientId") return place.clientId;
    const own = endpoint.split(`/:${name}`)[0] ?? "";
    const [address] = this.#collectionsOf(name).toSorted(
      (one, other) => Number(other === own) - Number(one === own),
    );
    const at = this.#calls.filter((call) => call.endpoint === address);
    const source =
      at.find(({ method, schema }) => method === "POST" && 201 in schema.responses) ??
      at.find(({ method }) => method === "GET");
    if (!source) throw new Error(`${callName} needs an example: nothing lists what :${name} is`);
    const response = await sendCall(place.browser, source, await this.of(source, place, params));
    const reply = response.json() as Thing & { _embedded?: Record<string, readonly Thing[]> };
    const [things = []] = Object.values(reply._embedded ?? {});
    const thing = source.method === "POST" ? reply : things[0];
    const id = thing?.id ?? thing?.oid;
    if (id === undefined) {
      throw new Error(`${callName} needs an example: ${source.name} answers ${response.body}`);
    }
    return id;
  }
}

interface Thing {
  readonly id?: string;
  readonly oid?: string;
}
