// `npm run import`: builds the server if it is out of date, and runs the import in this process.
import { build, checkInstallation, runBuilt } from "../build.mjs";

checkInstallation();
await build("server");
await runBuilt("import.js");
