/**
 * A process that writes until it is killed: `node --import tsx writer.ts DATA_DIR`. Each transaction writes ten
 * settings `number:index`; after its commit it prints the number on a line. The parent may kill it at any time.
 */
import { openDatabase } from "#server/db/open.ts";
import { inTransaction } from "#server/db/transaction.ts";

const ROWS = 10;

const database = await openDatabase({ dataDir: process.argv[2] ?? "", holder: "import" });
const { max } = database.db.fn;
const last = await database.db
  .selectFrom("settings")
  .select(max("key").as("key"))
  .executeTakeFirst();
let number = Number(last?.key?.split(":")[0] ?? 0) + 1;
for (;;) {
  const key = String(number).padStart(9, "0");
  await inTransaction(database.db, async (tx) => {
    for (let index = 0; index < ROWS; index += 1) {
      await tx
        .insertInto("settings")
        .values({ key: `${key}:${index}`, value: JSON.stringify("x".repeat(5000)) })
        .execute();
    }
  });
  process.stdout.write(`${number}\n`);
  number += 1;
}
