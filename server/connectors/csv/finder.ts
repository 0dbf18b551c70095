/** Finds accounts of a table file. Those that are requested together are found in one reading of the file. */
import type { ConnectorError, ObjectName, SystemObject } from "../contract.ts";
import { Problems } from "./accounts.ts";
import { FileChangedError, retryIfChanged } from "./fileChanged.ts";

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

/** The returned function throws a ConnectorError if the reading may have missed the account. */
export function createFinder(reading: Reading): (key: ObjectName) => Promise<SystemObject | null> {
  let waiting: Waiting[] = [];

  async function findAll(): Promise<void> {
    // Requests that are made together come first.
    await Promise.resolve();
    const requests = waiting;
    waiting = [];
    try {
      const keys = requests.map(({ key }) => key);
      const { accounts, problem } = await retryIfChanged(() => readAll(reading, keys));
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

/** @throws FileChangedError; ConnectorError */
async function readAll(reading: Reading, keys: readonly ObjectName[]): Promise<Found> {
  const state = await reading.state();
  const problems = new Problems();
  const accounts = new SoughtAccounts(keys);
  for await (const account of reading.accounts(problems)) accounts.add(account);
  if (state !== (await reading.state())) throw new FileChangedError();
  return { accounts, problem: problems.first };
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
