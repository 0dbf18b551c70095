/** Finds accounts of a table file. Those that are requested together are found in one reading of the file. */
import { ConnectorError, type ObjectName, type SystemObject } from "../contract.ts";
import { Problems } from "./accounts.ts";

/** How often a reading begins anew because another process changed the file. */
const MAX_ATTEMPTS = 3;

interface Reading {
  /** The accounts of the file as it is now. Problems of its rows are noted. */
  accounts(problems: Problems): AsyncIterable<SystemObject>;
  /** Changes with the content of the file. */
  state(): Promise<string | null>;
}

interface Waiting {
  readonly key: ObjectName;
  readonly resolve: (object: SystemObject | null) => void;
  readonly reject: (error: unknown) => void;
}

interface Found {
  readonly accounts: SoughtAccounts;
  /** Because of which accounts may be missing. */
  readonly problem: ConnectorError | null;
}

/** @returns what finds an account. @throws ConnectorError if it may have been missed. */
export function createFinder(reading: Reading): (key: ObjectName) => Promise<SystemObject | null> {
  let waiting: Waiting[] = [];

  async function findAll(): Promise<void> {
    // Requests that are made together come first.
    await Promise.resolve();
    const requests = waiting;
    waiting = [];
    try {
      const { accounts, problem } = await readAll(
        reading,
        requests.map(({ key }) => key),
      );
      for (const { key, resolve, reject } of requests) {
        const object = accounts.get(key);
        if (object === null && problem !== null) reject(problem);
        else resolve(object);
      }
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (waiting.length === 1) void findAll();
    });
}

async function readAll(reading: Reading, keys: readonly ObjectName[]): Promise<Found> {
  for (let attempt = 1; ; attempt++) {
    const state = await reading.state();
    const problems = new Problems();
    const accounts = new SoughtAccounts(keys);
    for await (const account of reading.accounts(problems)) accounts.add(account);
    if (state === (await reading.state())) return { accounts, problem: problems.first };
    if (attempt === MAX_ATTEMPTS) {
      const detail = "Another process changes the file again and again";
      throw new ConnectorError("changedMeanwhile", "read", detail);
    }
  }
}

/** The sought accounts of a file. The first of equal names counts. */
class SoughtAccounts {
  readonly #ids: ReadonlySet<string>;
  readonly #names: ReadonlySet<string>;
  readonly #byId = new Map<string, SystemObject>();
  readonly #byName = new Map<string, SystemObject>();

  constructor(keys: readonly ObjectName[]) {
    this.#ids = new Set(keys.flatMap((key) => ("id" in key ? [key.id] : [])));
    this.#names = new Set(keys.flatMap((key) => ("name" in key ? [key.name] : [])));
  }

  add(account: SystemObject): void {
    const { id, name } = account;
    if (this.#ids.has(id)) this.#byId.set(id, account);
    if (this.#names.has(name) && !this.#byName.has(name)) this.#byName.set(name, account);
  }

  get(key: ObjectName): SystemObject | null {
    const found = "id" in key ? this.#byId.get(key.id) : this.#byName.get(key.name);
    return found ?? null;
  }
}
