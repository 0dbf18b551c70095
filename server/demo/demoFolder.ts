/** The directory with the demo's table file that Provision writes. */
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from "../db/privateFiles.ts";

type FolderConfig = Pick<Config, "connectorFolder" | "dataDirectory" | "demo">;

/** @returns null without the demo. If the operator chose a directory, also null: the demo writes nothing there. */
export function demoFolderOf({ connectorFolder, dataDirectory, demo }: FolderConfig) {
  return demo && connectorFolder === null ? join(dataDirectory, "demo-systems") : null;
}

/** Connectors use the demo's directory if the demo made it and the operator chose no other. */
export function withDemoFolder<Given extends FolderConfig>(config: Given): Given {
  const folder = demoFolderOf(config);
  return folder !== null && existsSync(folder) ? { ...config, connectorFolder: folder } : config;
}

/** Creates the folder, and writes a file that only the server's user can read, in place of any from an earlier demo. */
export function writeDemoFile(folder: string, name: string, content: Buffer): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_DIRECTORY });
  chmodSync(folder, PRIVATE_DIRECTORY);
  const path = join(folder, name);
  rmSync(path, { force: true });
  writeFileSync(path, content, { mode: PRIVATE_FILE });
}
