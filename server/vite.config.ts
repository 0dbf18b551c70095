/**
 * Builds the server: one file for its process, for the import and for each thread, plus shared files. Most packages
 * stay in node_modules.
 */
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

const ADDRESS = /new URL\("(\.[^"]+\.ts)", import\.meta\.url\)|import\.meta\.url/g;

/**
 * A module keeps its own address, from which it finds the files beside it. A thread's module, `new URL("./x.ts",
 * import.meta.url)`, becomes a built file. All files are in the same directory, `dist/server` or another one of the
 * same depth.
 */
function keepAddresses(): Plugin {
  const threads = new Map<string, string>();
  return {
    name: "keep-addresses",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("import.meta.url")) return null;
      const here = relative(root, id).replaceAll("\\", "/");
      const kept = code.replaceAll(ADDRESS, (_found, thread: string | undefined) => {
        if (thread === undefined) return `new URL("../../${here}", import.meta.url).href`;
        const fileName = `${basename(thread, ".ts")}.js`;
        const module = join(dirname(id), thread);
        if ((threads.get(fileName) ?? module) !== module) {
          this.error(`Two threads would be built as ${fileName}: ${module} is to be renamed`);
        }
        threads.set(fileName, module);
        this.emitFile({ type: "chunk", id: module, fileName });
        return `new URL("./${fileName}", import.meta.url)`;
      });
      return { code: kept, map: null };
    },
  };
}

export default defineConfig({
  root,
  plugins: [keepAddresses()],
  publicDir: false,
  // Hundreds of small modules with little used code, which dominate the package load time.
  ssr: { noExternal: ["typebox", "kysely"] },
  build: {
    ssr: true,
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: "server/main.ts",
        import: "server/import/cli.ts",
        rotateSecrets: "server/secrets/cli.ts",
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name].js" },
    },
  },
});
