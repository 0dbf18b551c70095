/** The linter finds a violation of each rule, planted in a copy of the repository. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const PARTS = ["events", "workers", "src", "server", "tests", "e2e", "bench"];
const FILES = ["package.json", "tsconfig.json", "vite.config.ts"];

interface Plant {
  readonly rule: string;
  readonly path: string;
  readonly code: string;
  /** The printed message. */
  readonly reason: RegExp;
}

const ROOMS = "architecture(rooms)";

const PLANTS: readonly Plant[] = [
  {
    rule: ROOMS,
    path: "events/rules/planted1.ts",
    code: 'import { hasOrg } from "#server/orgs/queries.ts";\nexport const a = hasOrg;\n',
    reason: /events\/ is the language that everyone speaks/,
  },
  {
    rule: ROOMS,
    path: "events/rules/planted2.ts",
    code: 'import { createStore } from "effector";\nexport const a = createStore(1);\n',
    reason: /events\/ uses typebox, tlds and no other package/,
  },
  {
    rule: ROOMS,
    path: "workers/analytics/planted1.ts",
    code: 'import { $session } from "#src/data/session/index.ts";\nexport const a = $session;\n',
    reason: /workers\/ imports events\/ only/,
  },
  {
    rule: ROOMS,
    path: "workers/analytics/planted2.ts",
    code: 'import { readFileSync } from "node:fs";\nexport const a = readFileSync;\n',
    reason: /runs in a browser, which has no "node:fs"/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted1.ts",
    code: 'import { decodeReport } from "#workers/columns/decodeReport.ts";\nexport const a = decodeReport;\n',
    reason: /takes only types from workers\/\*\/contract\.ts/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted2.ts",
    code: 'import { createAnalyticsCore } from "#workers/analytics/contract.ts";\nexport const a = createAnalyticsCore;\n',
    reason: /takes only types from workers\/\*\/contract\.ts/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted3.ts",
    code: 'import type { Org } from "../../../events/entities/org.ts";\nexport type A = Org;\n',
    reason: /Another room is imported as "#events\/entities\/org\.ts"/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted4.ts",
    code: 'import type { Config } from "#server/config.ts";\nexport type A = Config;\n',
    reason: /src\/ runs in a browser and reaches server\/ by calls alone/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted5.ts",
    code: 'import { $form } from "../login/model.ts";\nexport const a = $form;\n',
    reason: /A folder of src\/features\/ is imported through its index\.ts only/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted6.ts",
    code: 'export const load = () => import("../login/View.tsx");\n',
    reason: /A folder of src\/features\/ is imported through its index\.ts only/,
  },
  {
    rule: ROOMS,
    path: "src/app/planted1.ts",
    code: 'export { $form } from "../features/login/model.ts";\n',
    reason: /A folder of src\/features\/ is imported through its index\.ts only/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted7.ts",
    code: 'import { resolve } from "../../app/router.ts";\nexport const a = resolve;\n',
    reason: /src\/features\/ does not import src\/app\//,
  },
  {
    rule: ROOMS,
    path: "src/kernel/planted1.ts",
    code: 'import { $session } from "../data/session/index.ts";\nexport const a = $session;\n',
    reason: /src\/kernel\/ does not import src\/data\//,
  },
  {
    rule: ROOMS,
    path: "src/data/orgs/planted1.ts",
    code: 'import { toLogout } from "../../features/logout/index.ts";\nexport const a = toLogout;\n',
    reason: /src\/data\/ does not import src\/features\//,
  },
  {
    rule: ROOMS,
    path: "src/data/orgs/planted2.ts",
    code: 'import { $user } from "../session/model.ts";\nexport const a = $user;\n',
    reason: /A folder of src\/data\/ is imported through its index\.ts only/,
  },
  {
    rule: ROOMS,
    path: "src/data/orgs/planted3.ts",
    code: 'import { Alert } from "../../ui/Alert.tsx";\nexport const a = Alert;\n',
    reason: /src\/data\/ has no views/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted15.ts",
    code: 'import { usersFeature } from "./feature.ts";\nexport const a = usersFeature;\n',
    reason: /Only src\/app\/features\.ts imports a feature\.ts/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted14.ts",
    code: 'import { $user } from "../../data/session/model.ts";\nexport const a = $user;\n',
    reason: /A folder of src\/data\/ is imported through its index\.ts only/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted8.ts",
    code: 'export const url = new URL("../../../workers/analytics/worker.ts", import.meta.url);\n',
    reason: /Another room is imported as/,
  },
  {
    rule: ROOMS,
    path: "src/features/users/planted13.ts",
    code: 'export { default } from "#workers/analytics/worker.ts?worker&url";\n',
    reason: /takes only types from workers\/\*\/contract\.ts/,
  },
  {
    rule: ROOMS,
    path: "src/ui/planted1.ts",
    code: 'import { $now } from "../kernel/clock.ts";\nexport const a = $now;\n',
    reason: /src\/ui\/ imports nothing of ours/,
  },
  {
    rule: ROOMS,
    path: "src/ui/planted2.ts",
    code: 'import type { Org } from "#events/entities/org.ts";\nexport type A = Org;\n',
    reason: /src\/ui\/ imports nothing of ours/,
  },
  {
    rule: ROOMS,
    path: "src/ui/planted3.ts",
    code: 'import { useUnit } from "effector-react";\nexport const a = useUnit;\n',
    reason: /"effector-react" belongs elsewhere/,
  },
  {
    rule: ROOMS,
    path: "server/orgs/planted1.ts",
    code: 'import { APP_TITLE } from "#src/app/model.ts";\nexport const a = APP_TITLE;\n',
    reason: /server\/ never imports src\//,
  },
  {
    rule: ROOMS,
    path: "server/orgs/planted2.ts",
    code: 'import "#workers/analytics/worker.ts";\n',
    reason: /worker\.ts speaks to a browser/,
  },
  ...["tests/src/support/fixtures.ts", "e2e/planted0.ts", "bench/support/generateReport.ts"].map(
    (target, at): Plant => ({
      rule: ROOMS,
      path: `server/orgs/planted${3 + at}.ts`,
      code: `import * as all from "#${target}";\nexport const a = all;\n`,
      reason: /Nobody imports (?:tests|e2e|bench)\//,
    }),
  ),
  {
    rule: ROOMS,
    path: "server/orgs/planted6.ts",
    code: 'import { readConfig } from "#server/config.ts";\nexport const a = readConfig;\n',
    reason: /Within server\/ imports are relative/,
  },
  {
    rule: "architecture(worker-start)",
    path: "src/features/users/planted9.ts",
    code: 'export const start = () => new Worker("/worker.js");\n',
    reason: /Only src\/kernel\/ says `new Worker`/,
  },
  {
    rule: "architecture(no-export-all)",
    path: "src/features/users/planted10.ts",
    code: 'export * from "./rules.ts";\n',
    reason: /No `export \*`/,
  },
  {
    rule: "architecture(no-typescript-only)",
    path: "server/orgs/planted7.ts",
    code: "export enum Colour {\n  Red,\n}\n",
    reason: /No enum and no namespace/,
  },
  {
    rule: "architecture(no-not-in-query)",
    path: "server/orgs/planted14.ts",
    code: 'import { sql } from "kysely";\nexport const a = sql`delete from orgs where oid not in (\n  select org_oid from identity_orgs)`;\n',
    reason: /No `not in \(select …\)`/,
  },
  {
    rule: "import(no-default-export)",
    path: "server/orgs/planted8.ts",
    code: "export default 1;\n",
    reason: /named export/,
  },
  {
    rule: "typescript(no-explicit-any)",
    path: "server/orgs/planted9.ts",
    code: "export const a = (b: any): unknown => b;\n",
    reason: /any/,
  },
  {
    rule: "typescript(ban-ts-comment)",
    path: "server/orgs/planted10.ts",
    code: "// @ts-ignore\nexport const a: number = 'text';\n",
    reason: /ts-ignore|ts-expect-error/,
  },
  {
    rule: "typescript(no-floating-promises)",
    path: "server/orgs/planted11.ts",
    code: "export function a(): void {\n  Promise.resolve(1);\n}\n",
    reason: /Promises must be awaited/,
  },
  {
    rule: "import(no-cycle)",
    path: "server/orgs/planted12.ts",
    code: 'import { b } from "./planted13.ts";\nexport const a = (): unknown => b;\n',
    reason: /Dependency cycle/,
  },
  {
    rule: "import(no-cycle)",
    path: "src/features/users/planted11.ts",
    code: 'import type { B } from "./planted12.ts";\nexport type A = B | null;\n',
    reason: /Dependency cycle/,
  },
  {
    rule: "architecture(words)",
    path: "src/features/users/planted-between.tsx",
    code: "export const a = () => <p>Hello there</p>;\n",
    reason: /"Hello there" belongs into the catalogue/,
  },
  {
    rule: "architecture(words)",
    path: "src/features/users/planted-attribute.tsx",
    code: 'export const a = (on: boolean) => <p aria-label={on ? "Hide" : "Show"} />;\n',
    reason: /"Hide" belongs into the catalogue/,
  },
  {
    rule: "architecture(words)",
    path: "src/features/users/planted-template.tsx",
    code: "export const a = (count: number) => <p>{`${count} users`}</p>;\n",
    reason: /" users" belongs into the catalogue/,
  },
  {
    rule: "architecture(words)",
    path: "src/features/users/planted-property.tsx",
    code: 'export const a = [{ label: "Dark theme" }];\n',
    reason: /"Dark theme" belongs into the catalogue/,
  },
];

/** Files that the plants need, and allowed code. */
const SOUND: Readonly<Record<string, string>> = {
  "e2e/planted0.ts": "export const a = 1;\n",
  "server/orgs/planted13.ts":
    'import { a } from "./planted12.ts";\nexport const b = (): unknown => a;\n',
  "src/features/users/planted12.ts":
    'import type { A } from "./planted11.ts";\nexport type B = A | 1;\n',
  "src/features/users/sound1.ts":
    'import type { AnalyticsCore } from "#workers/analytics/contract.ts";\nexport type A = AnalyticsCore;\n',
  "src/features/users/sound2.ts":
    'import { $session } from "../../data/session/index.ts";\nimport type { Org } from "#events/entities/org.ts";\nexport const a = (org: Org): unknown => [org, $session];\n',
  "server/orgs/sound1.ts":
    'import { decodeReport } from "#workers/columns/decodeReport.ts";\nimport { getOrg } from "#events/calls/orgs.ts";\nexport const a = [decodeReport, getOrg];\n',
  "tests/sound1.ts":
    'import { readConfig } from "#server/config.ts";\nimport { resolve } from "#src/app/router.ts";\nexport const a = [readConfig, resolve];\n',
  "src/data/orgs/sound1.ts":
    'import { $user } from "../session/index.ts";\nimport { sentence } from "../../ui/language/sentence.ts";\nexport const a = [$user, sentence];\n',
  "src/kernel/sound1.ts": 'export const start = (): Worker => new Worker("/worker.js");\n',
};

const copies: string[] = [];

/** The bench may have its own installed packages. */
const isOurs = (path: string): boolean => !path.includes("node_modules");

/** A copy of the repository with linked packages. */
function copyRepository(parts: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), "provision-lint-"));
  copies.push(copy);
  for (const part of [...parts, ...FILES]) {
    if (existsSync(join(root, part)))
      cpSync(join(root, part), join(copy, part), { recursive: true, filter: isOurs });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

function write(copy: string, path: string, code: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), code);
}

/** @param modules by default all of them. */
function lint(
  copy: string,
  modules: readonly string[] = [],
): {
  status: number | null;
  findings: Map<string, string>;
  text: string;
} {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["tests/architecture/lint.mjs", ...modules],
    { cwd: copy, encoding: "utf8", maxBuffer: 1 << 26 },
  );
  const findings = new Map<string, string>();
  for (const [, path = "", finding = ""] of stderr.matchAll(/^(\S+?):\d+:\d+ {2}(.*\n.*)/gm)) {
    findings.set(path, `${findings.get(path) ?? ""}${finding}\n`);
  }
  return { status, findings, text: stdout + stderr };
}

afterAll(() => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

describe("the linter", () => {
  let result: ReturnType<typeof lint>;
  beforeAll(() => {
    const copy = copyRepository(PARTS);
    for (const { path, code } of PLANTS) write(copy, path, code);
    for (const [path, code] of Object.entries(SOUND)) write(copy, path, code);
    // Examining all modules takes ten times as long; the lint step of npm test does it.
    result = lint(copy, [...PLANTS.map(({ path }) => path), ...Object.keys(SOUND)]);
  });

  it.each(PLANTS)("finds $rule in $path and explains it", ({ rule, path, reason }) => {
    const found = result.findings.get(path) ?? "";
    expect(found).toContain(rule);
    expect(found).toMatch(reason);
  });

  it("fails when it finds a violation", () => {
    expect(result.status).toBe(1);
  });

  it("accepts what the room table allows", () => {
    const sound = Object.keys(SOUND).filter((path) => path.includes("sound"));
    expect(sound.flatMap((path) => result.findings.get(path) ?? [])).toEqual([]);
  });

  it("finds unformatted files", () => {
    // The formatter's output follows; it may be coloured.
    const formatting = result.text.slice(result.text.indexOf("Checking formatting"));
    expect(formatting).toContain("server/orgs/planted10.ts");
    expect(result.text).toContain("oxfmt: not formatted");
  });
});

describe("a linter that examines too little", () => {
  it("fails even without findings", () => {
    const copy = copyRepository(["tests/architecture", "events/kernel"]);
    const { status, text } = lint(copy);
    expect(text).toMatch(/oxlint: 0 problems in \d+ of \d+ modules/);
    expect(text).toMatch(/Only \d+ modules were examined/);
    expect(status).toBe(1);
  });
});
