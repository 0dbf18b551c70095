/** A secret of a connected system is in no log, answer or export of the server, whatever fails with it. */
import { expect, inject, onTestFinished, test, vi } from "vitest";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { TestOutcome } from "#events/entities/connector.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { openDatabase } from "#server/db/open.ts";
import { startServer as startService } from "../server/connectors/scim/hostileServer.ts";
import { copyEmbedded, copyPostgres } from "../server/support/databases.ts";
import { fillDirectory, PASSWORD } from "../server/support/directory.ts";
import { startServer, visit } from "../server/support/servers.ts";

const SCIM_ID = 3;
const SECRET = "planted/token+of=the_service";
const FORMS = [SECRET, encodeURIComponent(SECRET), Buffer.from(SECRET).toString("base64")];
const WAIT = { timeout: 30_000, interval: 100 };

const found = (text: string) => FORMS.filter((form) => text.includes(form));

test("a secret of a connector is in no log, answer or export", { timeout: 120_000 }, async () => {
  const copy = inject("postgresUrl") === null ? copyEmbedded() : await copyPostgres();
  onTestFinished(copy.remove);
  const source = "url" in copy ? { url: copy.url } : { dataDir: copy.dataDir };
  const { db, close } = await openDatabase(source);
  const { clientId } = await fillDirectory(db);
  await db.updateTable("clients").set({ limit_api: null }).execute();
  await close();
  const server = startServer(source, { PROVISION_LOG_LEVEL: "trace" });
  onTestFinished(async () => {
    server.process.kill("SIGKILL");
    await server.ended();
  });
  const address = await server.ready();
  const http = await visit(address);
  /** All answers that the browser got. */
  const answers: string[] = [];
  const send = async <Body>(method: string, path: string, wanted: number, body?: unknown) => {
    const answer = await http.send(method, path, body);
    const text = JSON.stringify(answer.body);
    expect(answer.status, text).toBe(wanted);
    answers.push(text);
    return answer.body as Body;
  };
  await send("POST", "/api/login", 200, { username: "owner", password: PASSWORD });

  /** The service repeats the secret in what it answers, or ends the connection. */
  let isReachable = true;
  const service = await startService(({ headers }) => {
    if (!isReachable) return (response) => response.destroy();
    const detail = `Not valid: ${headers.authorization}, ${FORMS.join(", ")}`;
    return { status: 401, body: { detail }, headers: { "www-authenticate": detail } };
  });
  const base = `/api/clients/${clientId}`;
  const { id } = await send<ConnectedSystem>("POST", `${base}/systems`, 201, {
    connectorId: SCIM_ID,
    kind: "api",
    name: "Payroll",
    description: "",
    ownerId: null,
  });
  const path = `${base}/resources/${id}`;
  const version = async () => (await send<ConnectedSystem>("GET", `${path}/system`, 200)).version;
  const configuration = (token: string, at: number, url = service.url) => ({
    values: [
      { fieldId: "url", value: url },
      { fieldId: "authentication", value: "BEARER" },
    ],
    secrets: [{ fieldId: "token", value: token }],
    version: at,
  });
  const put = `${path}/configuration`;
  const current = await version();
  // Refused for the version, for the address, and for the type of a value.
  await send("PUT", put, 409, configuration(SECRET, current + 7));
  await send("PUT", put, 400, { ...configuration(SECRET, current), version: "none" });
  await send("PUT", put, 200, configuration(SECRET, current));
  await send("POST", `${path}/publication`, 200, { version: await version() });

  const failed = async (remedy: string) => {
    const { failure } = await send<TestOutcome>("POST", `${path}/test`, 200);
    expect(failure).toMatchObject({ remedy });
    const { importTaskOid } = await send<{ importTaskOid: string }>("POST", `${path}/runs`, 202, {
      kind: "full",
    });
    const where = `${path}/runs/${importTaskOid}`;
    const problem = await vi.waitFor(async () => {
      const run = await send<SystemRun>("GET", where, 200);
      expect(run.problem).not.toBeNull();
      return run.problem;
    }, WAIT);
    expect(problem?.code).toBe(remedy);
    return where;
  };
  await failed("credentialsRefused");
  isReachable = false;
  await send("POST", `${await failed("systemFailed")}/cancel`, 200);
  expect(service.calls.map(({ headers }) => headers.authorization)).toContain(`Bearer ${SECRET}`);

  for (const where of ["system", "configuration", "publication", "runs"]) {
    await send("GET", `${path}/${where}`, 200);
  }
  await send("GET", `${base}/audit-trail?size=100`, 200);
  const csv = await fetch(`${address}${base}/audit-trail.csv`, {
    headers: { cookie: http.kept.cookie },
  });
  const exported = await csv.text();
  expect(exported).toContain("systems/saveConfiguration");
  expect(exported).toContain("systemRuns/startRun");

  server.process.kill("SIGTERM");
  await server.ended();
  const log = server.output();
  // The server logs each request at this level.
  expect(log).toContain(`${path}/test`);
  expect(found(log)).toEqual([]);
  expect(found(exported)).toEqual([]);
  expect(answers.flatMap(found)).toEqual([]);
});
