// `npm start`: builds what is out of date, and runs the server in this process. `npm run build` (--build) stops before
// the server; `--build server` builds only the server.
import { build, checkInstallation, runBuilt } from "./build.mjs";

const USAGE = `npm start takes no options. What can be set is set in the environment, as in
  PORT=4200 DATABASE_URL=postgres://... npm start
README.md lists it all.`;

const [option, only] = process.argv.slice(2);
if (option !== undefined && option !== "--build") {
  const isAsked = option === "--help" || option === "-h";
  console[isAsked ? "log" : "error"](USAGE);
  process.exit(isAsked ? 0 : 2);
}
checkInstallation();
for (const name of only === undefined ? ["client", "server"] : [only]) await build(name);
if (option !== "--build") await runBuilt("main.js");
