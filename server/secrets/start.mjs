// `npm run rotate-secrets`: builds the server if it is out of date, and replaces the key in this process.
import { build, checkInstallation, runBuilt } from "../build.mjs";

checkInstallation();
await build("server");
await runBuilt("rotateSecrets.js");
