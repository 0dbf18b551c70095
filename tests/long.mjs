/**
 * `npm run long -- NAME`: the long form of a check that `npm test` runs in a short, seeded form. Environment variables
 * that are already set win, e.g. `PROVISION_KILLS=20 npm run long -- kill`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const VITEST = ["node_modules/vitest/vitest.mjs", "run"];
const PLAYWRIGHT = ["node_modules/@playwright/test/cli.js", "test", "--config"];

const CHECKS = {
  attack: {
    about: "200,000 hostile requests to all calls, on each database",
    command: [...VITEST, "tests/security/hostile.test.ts"],
    environment: { PROVISION_HOSTILE_BODIES: "200000" },
  },
  bulk: {
    about:
      "1,000 random changes of many policies, and the access of everybody in 200 random directories, on each database",
    command: [
      ...VITEST,
      "tests/server/policyChanges/policyChangesModel.test.ts",
      "tests/server/identities/accessOfEverybody.test.ts",
    ],
    environment: { PROVISION_POLICY_CHANGES: "1000", PROVISION_DIRECTORIES: "200" },
  },
  connectors: {
    about:
      "1,000 random histories of a system, with faults while it is read and kills, on each database (others with PROVISION_RUN_SEED)",
    command: [...VITEST, "tests/server/systems/runs/model.test.ts"],
    environment: { PROVISION_RUN_SEQUENCES: "500" },
  },
  databases: {
    about: "all tests of the server on each database",
    command: [...VITEST, "--project=server", "--project=server-alone"],
    environment: { PROVISION_ALL_DATABASES: "1" },
  },
  provisioning: {
    about: "1,000 random plans are written to a system, with kills and network failures",
    command: [...VITEST, "tests/server/provisioning/applyModel.test.ts"],
    environment: { PROVISION_APPLIED_PLANS: "1000" },
  },
  systems: {
    about:
      "random plans are written to OpenLDAP and to SCIMMY, with 200 kills and network failures each",
    command: [...VITEST, "tests/server/provisioning/realSystems.test.ts"],
    environment: { PROVISION_REAL_FAULTS: "200" },
  },
  kill: {
    about:
      "a server is killed 200 times while it writes users, and 200 times while it writes the rest, on each database",
    command: [...VITEST, "tests/security/crashRecovery"],
    environment: { PROVISION_KILLS: "200" },
  },
  mappings: {
    about:
      "1,000 random sets of mappings give what a plain reference and stored previews give, also in a file and an HR system",
    command: [
      ...VITEST,
      "tests/events/rules/mappings/model.test.ts",
      "tests/server/mappings/outboundOutcomes.test.ts",
      "tests/server/mappings/inboundOutcomes.test.ts",
    ],
    environment: { PROVISION_MAPPING_SETS: "1000", PROVISION_LIVE_MAPPING_SETS: "1000" },
  },
  mutation: {
    about: "faults planted one at a time in 200 places, which the nearest tests must notice",
    command: ["tests/mutation/run.mjs"],
    environment: {},
  },
  faults: {
    about: "every kind of event altered, which a replay of the whole log must locate",
    command: [...VITEST, "tests/src/kernel/log/faults"],
    environment: { PROVISION_WHOLE_REPLAYS: "1", PROVISION_FAULTS_FROM_START: "100" },
  },
  replay: {
    about: "every journey on each database, with its event log replayed",
    command: [...PLAYWRIGHT, "e2e/playwright.config.ts"],
    environment: { PROVISION_ALL_JOURNEYS: "1" },
  },
};

const [name = "", ...parameters] = process.argv.slice(2);
const check = Object.hasOwn(CHECKS, name) ? CHECKS[name] : null;
if (check === null) {
  console.error("Name one of the long checks:");
  for (const [known, { about }] of Object.entries(CHECKS)) {
    console.error(`  npm run long -- ${known.padEnd(12)} ${about}`);
  }
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [...check.command, ...parameters], {
  cwd: root,
  stdio: "inherit",
  env: { ...check.environment, ...process.env, TZ: "UTC", PROVISION_REQUIRE_POSTGRES: "1" },
});
process.exitCode = status ?? 1;
