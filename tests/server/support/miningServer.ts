/**
 * A process that mines like the server: `node --import tsx miningServer.ts DATA_DIR CLIENT ORG`. It requests the report
 * and prints each state of its row once. The parent may kill it at any time.
 */
import { randomUUID } from "node:crypto";
import { openDatabase } from "#server/db/open.ts";
import { startMiner } from "#server/mining/miner.ts";
import { requestReport } from "#server/mining/queries.ts";
import { emptyDisk } from "./disks.ts";

const [dataDir = "", clientId = "", orgOid = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
await requestReport(database.db, { clientId, orgOid, resourceId: null }, randomUUID(), new Date());
const clock = () => new Date();
startMiner({ database, disk: emptyDisk(), clock, onError: console.error, workerId: randomUUID() });
let printed = "";
for (;;) {
  const { status } = await database.db
    .selectFrom("mining_reports")
    .select("status")
    .where("client_id", "=", clientId)
    .executeTakeFirstOrThrow();
  if (status !== printed) process.stdout.write(`${status}\n`);
  printed = status;
}
