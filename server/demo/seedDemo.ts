/** Fills an empty directory with the demo bank and some policies. */
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { importDirectory } from "../import/importDirectory.ts";
import type { ImportResult } from "../import/types.ts";
import { BANK_NAME, makeBankDirectory } from "./bankDirectory.ts";
import { completePolicyTrail } from "./policyTrail.ts";
import { seedAccessRoles } from "./seedAccessRoles.ts";
import { seedCases } from "./seedCases.ts";
import { seedGroups } from "./seedGroups.ts";
import { seedPolicies } from "./seedPolicies.ts";
import { seedReports } from "./seedReports.ts";
import { seedStaffDirectory } from "./seedStaffDirectory.ts";
import { seedSystems } from "./seedSystems.ts";

/**
 * Creates the bank as a client once. A directory with any client is left alone. Takes about two seconds on the embedded
 * database.
 *
 * @param folder in which the demo makes the files of systems that Provision writes; null: there are no such systems.
 * @returns null if there already was a client.
 */
export async function seedDemo(
  db: Kysely<Database>,
  folder: string | null = null,
): Promise<ImportResult | null> {
  const anyClient = await db.selectFrom("clients").select("id").limit(1).executeTakeFirst();
  if (anyClient) return null;
  // If servers start on one database concurrently, the second finds the complete bank and changes nothing.
  const bank = makeBankDirectory();
  const result = await importDirectory(db, { client: BANK_NAME, ...bank.tables });
  if (result.client.created && result.client.id !== null) {
    await db.updateTable("clients").set(BANK_DETAILS).where("id", "=", result.client.id).execute();
    const { id } = result.client;
    await inTransaction(db, (tx) => seedGroups(tx, id));
    await seedPolicies(db, id, new Date());
    await inTransaction(db, (tx) => seedAccessRoles(tx, id, new Date()));
    await inTransaction(db, (tx) => seedCases(tx, id, new Date()));
    await inTransaction(db, (tx) =>
      seedSystems(tx, { clientId: id, now: new Date(), bank, folder }),
    );
    if (folder !== null) {
      const place = { clientId: id, now: new Date(), people: bank.people, folder };
      await inTransaction(db, (tx) => seedStaffDirectory(tx, place));
    }
    await inTransaction(db, (tx) => completePolicyTrail(tx, id));
    await seedReports(db, id, new Date());
  }
  return result;
}

const BANK_DETAILS = {
  url: "https://www.harborvale.example",
  core_processor: "Meridian Core",
  address: "1 Customs House Quay",
  address2: "Floor 3",
  city: "Port Harlan",
  state: "Vale",
  zip: "40110",
};
