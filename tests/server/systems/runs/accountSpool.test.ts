import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { SystemObject } from "#server/connectors/contract.ts";
import { AccountSpool } from "#server/systems/runs/accountSpool.ts";

function account(id: string, text: string): SystemObject {
  return {
    id,
    name: text,
    objectClass: "account",
    attributes: { text: [text] },
    active: null,
    entitlements: null,
    members: null,
    version: null,
  };
}

test("accounts with line separators, and with characters across two chunks, come back as they were", async () => {
  const directory = mkdtempSync(join(tmpdir(), "spool-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const spool = new AccountSpool(join(directory, "accounts"));
  const texts = ["a\u2028b", "c\u2029d", "e\r\nf", "g\u0085h", "😀".repeat(50_000), ""];
  const accounts = texts.map((text, at) => account(String(at), text));
  await spool.add(accounts);
  const read: SystemObject[] = [];
  for await (const one of spool.read()) read.push(one);
  expect(read).toEqual(accounts);
});
