import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { NOTICES_FILE, thirdPartyNotices } from "./server/docs/thirdParty.ts";
import type { TestProjectInlineConfiguration } from "vitest/config";

// Vitest 5 reports failures through Map.groupBy, which Node has since version 21.
if (!("groupBy" in Map)) Object.assign(Map, { groupBy });

function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key) {
  const groups = new Map<Key, Item[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const OUT_DIR = "dist/client";

/** Writes a .br and a .gz file beside each text asset, so that the server need not compress them. */
function precompress(): Plugin {
  return {
    name: "precompress",
    apply: "build",
    writeBundle({ dir = OUT_DIR }) {
      for (const file of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!/\.(?:js|css|html|svg|json)$/.test(file)) continue;
        const path = join(dir, file);
        const bytes = readFileSync(path);
        writeFileSync(
          `${path}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        );
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * Starts each style sheet with the order of the cascade layers: the first loaded chunk determines it, and the minifier
 * keeps the statement of tokens.css only if it came first.
 */
function orderLayers(): Plugin {
  return {
    name: "order-layers",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === "asset" && asset.fileName.endsWith(".css")) {
          asset.source = `@layer reset,tokens,base,ui,features;${String(asset.source)}`;
        }
      }
    },
  };
}

/** Lays the notices of all packages beside the client. */
function addNotices(): Plugin {
  return {
    name: "add-notices",
    apply: "build",
    generateBundle() {
      const source = thirdPartyNotices(import.meta.dirname);
      this.emitFile({ type: "asset", fileName: NOTICES_FILE, source });
    },
  };
}

/** All modules of folders of `src` but views, manifests, addresses, exports and the files `messages*.ts`. */
const modulesOf = (folders: string) =>
  new RegExp(
    String.raw`[\\/]src[\\/]${folders}.*[\\/](?!index\.|messages|feature\.|route\.)[a-z]\w*\.ts$`,
  );

/**
 * The sign-in page's code is in few files, however many screens share parts of it, because each file has header
 * overhead.
 */
const FIRST_CHUNKS = [
  { name: "first", tags: ["$initial" as const] },
  {
    name: "sign-in",
    test: /[\\/]src[\\/](?:features[\\/]login|ui[\\/](?:AuthFrame|Link|PasswordField|TextField|FieldFrame))/,
  },
  // A replay, an export and every signed-in session need all models. A request for each would cost more, and one file of
  // all would keep the page busy for long. No group imports a later one.
  { name: "models-data", test: modulesOf("data") },
  {
    name: "models-roles",
    test: modulesOf(String.raw`features[\\/](?:policy|role|access|groupings|holders)`),
  },
  {
    name: "models-systems",
    test: modulesOf(String.raw`features[\\/](?:systems|field|correlation|entitlement)`),
  },
  {
    name: "models",
    test: modulesOf(
      // Without the screens of visitors.
      String.raw`features[\\/](?!login|logout|forgot-password|reset-password|activation|errors)`,
    ),
  },
  { name: "german", test: /[\\/]src[\\/](?:ui|app|features[\\/]login)[\\/]\w+\.de\.ts/ },
];

const ON_DATABASES = {
  globalSetup: ["tests/server/support/globalSetup.ts"],
  // Test databases do too little to repay compiling their hot functions, even with real data.
  execArgv: ["--liftoff-only"],
};

/**
 * Replaced modules and registered projections and actions outlive their file, because nothing unloads a module. Such a
 * file loads its modules again, separately from other files.
 */
const REPLACES_MODULES =
  /\bvi\.(?:mock|doMock|resetModules)\(|\bcreate(?:Projection|Query|List|Form|Confirmation|Action|FollowUp)[(<]/;
const NEEDS_PAGE = /^\/\/ @vitest-environment happy-dom$/m;

function projectOf(file: string): string {
  const text = readFileSync(file, "utf8");
  const replacesModules = REPLACES_MODULES.test(text);
  if (/^tests\/(?:server|security)\//.test(file))
    return replacesModules ? "server-alone" : "server";
  if (replacesModules) return "alone";
  return NEEDS_PAGE.test(text) ? "pages" : "modules";
}

/**
 * All files of a project load each module once (`isolate: false`), except in the projects of files that run alone.
 * Pages have their own project, because a worker keeps its environment. `tests/README.md` says how a file stays
 * independent.
 */
function testProjects(): TestProjectInlineConfiguration[] {
  const files = new Map<string, string[]>();
  for (const name of readdirSync("tests", { recursive: true, encoding: "utf8" })) {
    if (!/\.test\.tsx?$/.test(name)) continue;
    const project = projectOf(`tests/${name}`);
    files.set(project, [...(files.get(project) ?? []), `tests/${name}`]);
  }
  const project = (
    name: string,
    test: TestProjectInlineConfiguration["test"],
  ): TestProjectInlineConfiguration => ({
    extends: true,
    test: { name, include: files.get(name) ?? [], ...test },
  });
  const shared = { isolate: false, setupFiles: ["tests/support/restoreGlobals.ts"] };
  return [
    project("server", { ...ON_DATABASES, ...shared }),
    project("server-alone", ON_DATABASES),
    // Threads start faster than processes.
    project("pages", { pool: "threads", ...shared }),
    project("modules", { pool: "threads", ...shared }),
    project("alone", { pool: "threads" }),
  ];
}

/** The build's duration, about which a user on a slow machine can do nothing. */
const NO_TIMINGS = { pluginTimings: false };

export default defineConfig({
  plugins: [react(), orderLayers(), addNotices(), precompress()],
  publicDir: false,
  worker: {
    format: "es",
    rolldownOptions: {
      checks: NO_TIMINGS,
      // File names differ from those before cross-origin isolation: a cached worker without that header would not
      // start.
      output: { entryFileNames: "assets/workers/[name]-[hash].js" },
    },
  },
  build: {
    outDir: OUT_DIR,
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: NO_TIMINGS,
      treeshake: {
        moduleSideEffects: [
          // Leaves out what TypeBox has and nothing uses: its type engine is larger than the rest of it.
          { test: /[\\/]node_modules[\\/]typebox[\\/]/, sideEffects: false },
          // They only export: a screen that takes an address from another feature does not load its components and texts.
          { test: /[\\/]src[\\/]features[\\/][^\\/]+[\\/]index\.ts$/, sideEffects: false },
        ],
      },
      output: { codeSplitting: { groups: FIRST_CHUNKS } },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 4101,
    proxy: { "/api": "http://127.0.0.1:4100", "/docs": "http://127.0.0.1:4100" },
  },
  test: {
    env: { TZ: "UTC" },
    testTimeout: 180_000,
    hookTimeout: 120_000,
    projects: process.env["VITEST"] === undefined ? [] : testProjects(),
  },
});
