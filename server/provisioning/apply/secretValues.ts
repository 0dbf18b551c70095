/** Computes the values of secret attributes again, because plans do not store them. */
import type { Kysely } from "kysely";
import type { Attributes } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { loadPerson } from "../people.ts";
import { openPlanner, type SystemFacts } from "../planPeople.ts";
import { ChangeError } from "./changeError.ts";
import type { ChangeRow } from "./openChanges.ts";

/** @throws ChangeError secretMissing if the mappings give no values any more. */
export async function makeSecrets(
  db: Kysely<Database>,
  facts: SystemFacts,
  row: ChangeRow,
  names: readonly string[],
): Promise<Attributes> {
  const missing = new ChangeError("secretMissing", names.join(", "));
  if (row.identity_oid === null) throw missing;
  const planner = await openPlanner(db, facts);
  try {
    const { clientId, resourceId, now: at } = facts;
    const { entitlements } = planner.system;
    const request = { clientId, resourceId, at, entitlements };
    const person = await loadPerson(db, request, row.identity_oid);
    if (person === null) throw missing;
    const [plan] = await planner.plan([person]);
    const change = plan?.changes.find(({ kind }) => kind === "create");
    const made = change?.after?.attributes ?? {};
    return Object.fromEntries(
      names.map((name) => {
        const values = made[name];
        if (!values || change?.problem !== null) throw missing;
        return [name, values] as const;
      }),
    );
  } finally {
    await planner.close();
  }
}
