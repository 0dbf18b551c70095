/** The API description, checked by a linter, a client generator, and a generated client. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { PERMISSION_GROUPS } from "#events/rules/permissions.ts";
import { createApi } from "../support/api.ts";
import { oneDatabase } from "../support/databases.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const inPackages = (path: string) => join(ROOT, "node_modules", path);

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly []>>[];
}

oneDatabase((database) => {
  let text: string;
  let operations: ReadonlyMap<string, Operation>;
  beforeAll(async () => {
    const { app } = await createApi(database.current);
    text = (await app.inject({ url: "/api/openapi.json" })).body;
    await app.close();
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, Operation>> };
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    operations = new Map(all.map((operation) => [operation.operationId, operation]));
  });

  /** Errors and warnings, without ignored rules. */
  async function problemsOf(source: string): Promise<string[]> {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, config });
    return problems.map(
      ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
    );
  }

  test("Redocly's recommended rules report nothing, including for the examples", async () => {
    expect(await problemsOf(text)).toEqual([]);
    // The linter works: it reports a removed part.
    const broken = text
      .replaceAll(/"summary":"[^"]*",/g, "")
      .replaceAll(/"example":\{"size":\d+,/g, '"example":{"size":"x",');
    expect((await problemsOf(broken)).length).toBeGreaterThanOrEqual(ALL_CALLS.length);
  });

  test("every call documents its purpose, its permissions and its tokens", () => {
    expect(operations.size).toBe(ALL_CALLS.length);
    const summaries = [...operations.values()].map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(ALL_CALLS.length);
    for (const { name, method, permission } of ALL_CALLS) {
      const { description = "", security } = operations.get(name.replace("/", ".")) ?? {};
      if (permission !== "public" && permission !== "signedIn") {
        for (const code of PERMISSION_GROUPS[permission]) expect(description, name).toContain(code);
      }
      const needed = [
        ...(permission === "public" && method === "GET" ? [] : ["session"]),
        ...(method === "GET" ? [] : ["csrfToken"]),
      ];
      expect(
        security?.flatMap((one) => Object.keys(one)),
        name,
      ).toEqual(needed);
    }
  });

  test("a generated client knows paths, inputs and answers", () => {
    const directory = mkdtempSync(join(tmpdir(), "provision-openapi-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const run = (...command: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: "utf8" });
      return { status, output: stdout + stderr };
    };
    writeFileSync(join(directory, "openapi.json"), text);
    const api = join(directory, "api.d.ts");
    const generated = run(
      "--import",
      new URL("../support/typescriptApi.mjs", import.meta.url).href,
      inPackages("openapi-typescript/bin/cli.js"),
      join(directory, "openapi.json"),
      "-o",
      api,
    );
    expect(generated.status, generated.output).toBe(0);
    expect(readFileSync(api, "utf8")).toContain('get: operations["users.getUser"]');
    writeFileSync(join(directory, "client.ts"), CLIENT);
    const flags = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--types", ""];
    const modules = ["--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022"];
    const checked = run(
      inPackages("typescript/bin/tsc"),
      ...flags,
      ...modules,
      "--lib",
      "es2022,dom",
      join(directory, "client.ts"),
    );
    expect(checked.output).toBe("");
    expect(checked.status).toBe(0);
  });
});

/** Each marked line is wrong: the check fails if the description does not reveal it. */
const CLIENT = `
import type { paths } from "./api";

type Json<Content> = Content extends { content: { "application/json": infer Body } } ? Body : never;
type Get<Path extends keyof paths> = paths[Path]["get"] extends { responses: { 200: infer Reply } }
  ? Json<Reply>
  : never;
type Login = NonNullable<paths["/api/login"]["post"]["requestBody"]>["content"]["application/json"];

async function get<Path extends keyof paths>(path: Path): Promise<Get<Path>> {
  return (await fetch(path)).json();
}

export async function use(): Promise<string> {
  const user = await get("/api/users/current");
  const login: Login = { username: user.username, password: "x" };
  // @ts-expect-error a password is needed
  const without: Login = { username: "x" };
  // @ts-expect-error a number is no username
  const wrong: Login = { username: 1, password: "x" };
  // @ts-expect-error there is no such call
  await get("/api/nothing");
  // @ts-expect-error users have no such field
  void user.passwordHash;
  const list = await get("/api/clients/{clientId}/users");
  const emails: (string | null)[] = list._embedded.users.map(({ email }) => email);
  return [login.username, without, wrong, ...emails].join();
}
`;
