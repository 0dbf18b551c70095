/// <reference types="vitest/config" />
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// Vitest 5 reports failures through Map.groupBy, which Node has from version 21 on.
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

/** Lays a .br and a .gz beside each text asset, so that the server compresses nothing while it serves. */
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
 * Begins each style sheet with the order of the cascade layers: whichever chunk loads first decides it, and the
 * minifier keeps the statement of tokens.css only where it came first.
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

/** What the sign-in page needs comes in few files, however many screens share parts of it: each file costs its headers, too. */
const FIRST_CHUNKS = [
  { name: "first", tags: ["$initial" as const] },
  {
    name: "sign-in",
    test: /[\\/]src[\\/](?:features[\\/]login|ui[\\/](?:AuthFrame|Link|PasswordField|TextField|FieldFrame))/,
  },
  { name: "german", test: /[\\/]src[\\/](?:ui|app|features[\\/]login)[\\/]\w+\.de\.ts/ },
];

const OF_SERVER = ["tests/{server,security}/**/*.test.ts"];
/** What replaces a module or a global must be the first that loads it, and the last that sees it. */
export const ALONE = ["tests/security/signIn.test.ts"];
const PURE = ["tests/{events,workers}/**/*.test.ts"];

const ON_DATABASES = {
  globalSetup: ["tests/server/support/globalSetup.ts"],
  // Databases of tests do too little to repay the compiling of their hot functions, even those with real data.
  execArgv: ["--liftoff-only"],
};

/** How long a build takes: whoever starts the product on a slow machine can do nothing about it. */
const NO_TIMINGS = { pluginTimings: false };

export default defineConfig({
  plugins: [react(), orderLayers(), precompress()],
  publicDir: false,
  worker: {
    format: "es",
    rolldownOptions: {
      checks: NO_TIMINGS,
      // Not the names of before pages were isolated: a worker from the cache without that header would not start.
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
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      // What modules of the server keep is the same for all files: they and the database are loaded once, and stay warm.
      {
        extends: true,
        test: {
          name: "server",
          include: OF_SERVER,
          exclude: ALONE,
          ...ON_DATABASES,
          isolate: false,
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, ...ON_DATABASES } },
      // Pure functions: no module keeps anything that another file could find, so that they are loaded once.
      { extends: true, test: { name: "pure", include: PURE, pool: "threads", isolate: false } },
      {
        extends: true,
        test: {
          name: "app",
          // A file begins in a thread sooner than in a process.
          pool: "threads",
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...OF_SERVER, ...PURE],
        },
      },
    ],
  },
});
