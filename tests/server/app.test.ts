import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import { ARROW_STREAM } from "#events/entities/miningReportArrow.ts";
import { message } from "#events/messages/message.ts";
import { ApiError } from "#server/plugins/errors.ts";
import { createApi, type TestApi } from "./support/api.ts";
import { eachDatabase } from "./support/databases.ts";
import { fillDirectory, type TestDirectory } from "./support/directory.ts";
import { expectError } from "./support/errors.ts";

eachDatabase((database) => {
  let directory: TestDirectory;
  let api: TestApi;
  beforeAll(async () => {
    directory = await fillDirectory(database.current.db);
    api = await createApi(database.current);
    return () => api.app.close();
  });

  test("an unknown API path gets the API's not-found answer", async () => {
    for (const url of ["/api", "/api/", "/api/none", "/api/clients", "/api/login/x"]) {
      expectError(await api.visitor().get(url), "ENOTFOUND");
    }
    expectError(await api.visitor().get("/api/%zz"), "EINVALID");
  });

  test("an address that cannot be decoded opens the error page", async () => {
    const headers = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
    for (const url of ["/%", "/rbac/role-mapping/%E0%A4%A", "/%zz?x=%"]) {
      const { statusCode, headers: given } = await api.app.inject({ url, headers });
      expect([statusCode, given.location], url).toEqual([302, "/errors/404"]);
      expectError(await api.app.inject({ url }), "EINVALID");
    }
    expectError(await api.app.inject({ url: "/api/%zz", headers }), "EINVALID");
    expectError(await api.app.inject({ method: "POST", url: "/%", headers }), "EINVALID");
    const { headers: given } = await api.app.inject({ method: "HEAD", url: "/%", headers });
    expect(given).toMatchObject({ location: "/errors/404", "cache-control": "no-store" });
  });

  test("another method on a known path is refused, and the allowed methods are named", async () => {
    const visitor = api.visitor();
    const deleted = await visitor.send("DELETE", "/api/login");
    expectError(deleted, "EMETHOD");
    expect(deleted.headers["allow"]).toBe("POST");
    const path = `/api/clients/${directory.clientId}/mp-orgs`;
    const put = await visitor.send("PUT", path, { payload: "{" });
    expectError(put, "EMETHOD");
    expect(put.headers["allow"]).toBe("GET, HEAD");
  });

  test("a refusal is logged with the user and the call, but without the sent data", async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      lines.push(String(text));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
    const loud = await createApi(database.current, { settings: { logLevel: "info" } });
    const guest = await loud.signIn("guest");
    const users = `/api/clients/${directory.clientId}/users`;
    lines.length = 0;
    const sent = { "x-secret": "a secret" };
    expectError(
      await guest.send("GET", `${users}?contains=secret`, { headers: sent }),
      "EFORBIDDEN",
    );
    guest.token = "of another page";
    expectError(await guest.post("/api/change-password", { landingPage: "/" }), "EBADCSRFTOKEN");
    const wrong = { token: 7, newPassword: "a secret" };
    const visitor = loud.visitor();
    await visitor.get("/api/public/info");
    expectError(await visitor.post("/api/reset-password", wrong), "EINVALID");
    const told = lines
      .map((line): Record<string, unknown> => JSON.parse(line))
      .filter(({ code }) => code !== undefined);
    const address = "127.0.0.1";
    const user = directory.users.guest;
    expect(told).toMatchObject([
      { level: 40, code: "EFORBIDDEN", method: "GET", path: users, address, user },
      { level: 40, code: "EBADCSRFTOKEN", path: "/api/change-password", address, user },
      {
        level: 30,
        code: "EINVALID",
        path: "/api/reset-password",
        fields: ["/body/token"],
        user: null,
      },
    ]);
    expect(lines.length).toBeGreaterThan(told.length);
    expect(lines.join("")).not.toContain("secret");
    await loud.app.close();
  });

  test("text that the database cannot store is invalid", async () => {
    const owner = await api.signIn("owner");
    const list = `/api/clients/${directory.clientId}/identities?contains=a%00b`;
    expectError(await owner.get(list), "EINVALID");
    const body = { username: "a\u0000", password: "b" };
    expectError(await owner.post("/api/login", body), "EINVALID");
    for (const text of ["\ud800", "a\udc00b", "\u0000"]) {
      for (const bad of [{ username: text, password: "b" }, { a: [{ [text]: 1 }] }, text]) {
        const { message } = expectError(await owner.post("/api/login", bad), "EINVALID");
        expect(message).toBe("The request contains an invalid character");
      }
    }
    const deep = `${"[".repeat(100_000)}"\\u0000"${"]".repeat(100_000)}`;
    expectError(await owner.send("POST", "/api/session", { payload: deep }), "EINVALID");
    const whole = { username: "\\ud800 \ud83d\ude00 \\u0000", password: "b" };
    expectError(await owner.post("/api/login", whole), "EBADCREDENTIALS");
  });

  test("a request that is not HTTP gets the same kind of answer", async () => {
    const own = await createApi(database.current);
    await own.app.listen({ port: 0, host: "127.0.0.1" });
    const address = own.app.server.address();
    const port = address && typeof address === "object" ? address.port : 0;
    const socket = connect(port, "127.0.0.1");
    socket.end("NO HTTP\r\n\r\n");
    const [head, body] = (await text(socket)).split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(body ?? "")).toMatchObject({ code: "EINVALID" });
    await own.app.close();
  });

  test("HEAD answers as GET does, without a body", async () => {
    const owner = await api.signIn("owner");
    const head = await owner.send("HEAD", `/api/clients/${directory.clientId}/counts`);
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe("");
    expectError(
      {
        ...(await api.visitor().get("/api/session")),
        statusCode: 401,
        json: () => new ApiError("EBADSESSION", message("accounts.notSignedIn")).body,
      },
      "EBADSESSION",
    );
    expect((await api.visitor().send("HEAD", "/api/session")).statusCode).toBe(401);
  });

  test("an unexpected failure does not reveal its cause", async () => {
    const { app } = await createApi(database.current, {
      now: () => {
        throw new Error("the cause");
      },
    });
    const response = await app.inject({
      url: "/api/session",
      cookies: { "prov.session": "x".repeat(43) },
    });
    expectError(response, "EINTERNAL");
    expect(response.body).not.toContain("cause");
    await app.close();
  });

  test("the API describes itself with the schemas that it enforces", async () => {
    const document = (await api.visitor().get("/api/openapi.json")).json();
    for (const { method, endpoint, name } of ALL_CALLS) {
      const path = endpoint.replaceAll(/:(\w+)/g, "{$1}");
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId, path).toBe(name.replace("/", "."));
    }
    const login = document.paths["/api/login"].post.requestBody.content["application/json"].schema;
    expect(login.required).toEqual(["username", "password"]);
    const report = "/api/clients/{clientId}/orgs/{oid}/entitlement-mining-report";
    const { content } = document.paths[report].post.responses[200];
    expect(content).toMatchObject({
      "application/json": { schema: { required: expect.arrayContaining(["resourceInsights"]) } },
      [ARROW_STREAM]: { schema: { type: "string", format: "binary" } },
    });
  });
});
