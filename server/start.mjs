// `npm start`: builds what is due, and runs the server in this process. `npm run build` (--build) ends before the server;
// `--build server` builds that alone.
import { build, checkInstallation, runBuilt } from "./build.mjs";

const [option, only] = process.argv.slice(2);
checkInstallation();
for (const name of only === undefined ? ["client", "server"] : [only]) await build(name);
if (option !== "--build") await runBuilt("main.js");
