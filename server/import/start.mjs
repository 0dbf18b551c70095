// `npm run import`: builds the server where that is due, and runs the import in this process.
import { build, checkInstallation, runBuilt } from "../build.mjs";

checkInstallation();
await build("server");
await runBuilt("import.js");
