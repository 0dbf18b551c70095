/** Computes the values of secret attributes again, because plans do not store them. */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Attributes } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { loadPerson } from "../people.ts";
import { openPlanner, type Planner, type SystemFacts } from "../planPeople.ts";
import { ChangeError } from "./changeError.ts";
import type { ChangeRow } from "./openChanges.ts";

/** How long accounts are computed with the same values of other accounts and the same entitlements. */
const PLANNER_TIME: Milliseconds = 60_000;

/** Makes the values for one account after the other, with one planner for many of them. */
export class SecretMaker {
  readonly #db: Kysely<Database>;
  readonly #facts: SystemFacts;
  #open: { readonly planner: Planner; readonly since: Date } | null = null;

  constructor(db: Kysely<Database>, facts: SystemFacts) {
    this.#db = db;
    this.#facts = facts;
  }

  /** @throws ChangeError secretMissing if the mappings give no values any more. */
  async make(
    row: Pick<ChangeRow, "identity_oid">,
    names: readonly string[],
    now: Date,
  ): Promise<Attributes> {
    const missing = new ChangeError("secretMissing", names.join(", "));
    if (row.identity_oid === null) throw missing;
    const planner = await this.#planner(now);
    const { clientId, resourceId } = this.#facts;
    const { entitlements } = planner.system;
    const request = { clientId, resourceId, at: now, entitlements };
    const person = await loadPerson(this.#db, request, row.identity_oid);
    if (person === null) throw missing;
    const [plan] = await planner.plan([person]);
    // A mapping whose code took too long once is tried again for the next account.
    if (planner.broken.size > 0) await this.close();
    const change = plan?.changes.find(({ kind }) => kind === "create");
    const made = change?.after?.attributes ?? {};
    return Object.fromEntries(
      names.map((name) => {
        const values = made[name];
        if (!values || change?.problem !== null) throw missing;
        return [name, values] as const;
      }),
    );
  }

  async #planner(now: Date): Promise<Planner> {
    if (this.#open !== null && now.getTime() - this.#open.since.getTime() >= PLANNER_TIME) {
      await this.close();
    }
    this.#open ??= {
      planner: await openPlanner(this.#db, { ...this.#facts, now }),
      since: now,
    };
    return this.#open.planner;
  }

  async close(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.planner.close();
  }
}
