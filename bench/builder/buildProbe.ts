/** The probe as one script. */
import { build } from "vite";
import { PACKAGE } from "../harness/machine.ts";

export async function buildProbe(): Promise<string> {
  const output = await build({
    configFile: false,
    root: PACKAGE,
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      target: "es2023",
      lib: { entry: "bench/builder/probe.ts", formats: ["iife"], name: "provisionProbeModule" },
    },
  });
  const outputs = Array.isArray(output) ? output : [output];
  for (const one of outputs) {
    if (!("output" in one)) continue;
    for (const part of one.output) if (part.type === "chunk") return part.code;
  }
  throw new Error("The probe was not built");
}
