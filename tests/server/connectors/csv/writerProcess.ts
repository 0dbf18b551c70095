/** Adds accounts to a table file, one new version after the other, until it is killed: `FOLDER FILE DATA`. */
import { createCsvConnector } from "#server/connectors/csv/csvConnector.ts";
import { folderConfiguration, folderEnvironment, writerOf } from "./support.ts";

const [root = "", path = "", dataDirectory = ""] = process.argv.slice(2);
const connector = createCsvConnector({
  connectorFolder: root,
  dataDirectory,
  importMegabytes: 100,
});
const connection = await connector.open(
  folderConfiguration(connector, path),
  folderEnvironment(root),
);
const writer = writerOf(connection);
process.stdout.write("ready\n");
for (let no = 0; ; no++) {
  await writer.create("account", { id: [`${process.pid}-${no}`], name: ["new"] });
  process.stdout.write(`${process.pid}-${no}\n`);
}
