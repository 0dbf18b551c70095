import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConnectorField, FieldType, FieldValue } from "#events/entities/connector.ts";
import {
  appliesTo,
  checkSettingText,
  checkSetup,
  checkValue,
  completeConfiguration,
  confirmationProblem,
  DESCRIPTION_MAX_LENGTH,
  detectionStatus,
  isLimitReached,
  leadsElsewhere,
  limitOfKind,
  LINE_MAX_LENGTH,
  publicationState,
  SECRET_MAX_LENGTH,
  targetOfSecrets,
  validateConfiguration,
} from "#events/rules/systems.ts";

describe("the publication state", () => {
  const state = (published: boolean, unpublishedChanges: boolean, confirmed: boolean) =>
    publicationState({ published, unpublishedChanges, confirmed });

  test("[RES-15] published, without changes and confirmed is Live", () => {
    expect(state(true, false, true)).toBe("Live");
  });

  test("[RES-16] published, with changes and confirmed is Unpublished Updates", () => {
    expect(state(true, true, true)).toBe("Unpublished Updates");
  });

  test.each([
    [false, false, false],
    [false, false, true],
    [false, true, false],
    [false, true, true],
    [true, false, false],
    [true, true, false],
  ])("[RES-17] published %s, changes %s, confirmed %s is Onboarding", (...of) => {
    expect(state(...of)).toBe("Onboarding");
  });
});

test("[RES-18] the detection status follows from the last test", () => {
  const testedAt = "2026-03-02T09:00:00.000Z";
  const failure = { step: "signIn", remedy: "credentialsRefused", detail: "" } as const;
  expect(detectionStatus({ testedAt: null, test: null })).toBe("Not Detected");
  expect(detectionStatus({ testedAt, test: null })).toBe("Pending");
  expect(detectionStatus({ testedAt, test: { passed: [], failure } })).toBe("Not Detected");
  expect(detectionStatus({ testedAt, test: { passed: ["read"], failure: null } })).toBe("Ready");
});

describe("limits", () => {
  const limits = { limitSelfCertified: 1, limitSystemExport: 2, limitApi: 3 };

  test.each([
    ["[RES-28] limitSelfCertified", "manual", 1],
    ["[RES-29] limitSystemExport", "export", 2],
    ["[RES-30] limitApi", "api", 3],
    ["[RES-7] one HR system", "hr", 1],
  ] as const)("%s is reached at or below the number of systems", (_, kind, limit) => {
    expect(limitOfKind(kind, limits)).toBe(limit);
    expect(isLimitReached(limit, limit - 1)).toBe(false);
    expect(isLimitReached(limit, limit)).toBe(true);
    expect(isLimitReached(limit, limit + 1)).toBe(true);
  });

  test("[RES-31] null means no limit", () => {
    const none = { limitSelfCertified: null, limitSystemExport: null, limitApi: null };
    for (const kind of ["manual", "export", "api"] as const) {
      expect(limitOfKind(kind, none)).toBeNull();
    }
    expect(isLimitReached(null, 1_000_000)).toBe(false);
    expect(isLimitReached(0, 0)).toBe(true);
  });
});

test("the integration of a published and unlocked system is confirmed after a passed test, if it has one", () => {
  type Facts = Parameters<typeof confirmationProblem>[0];
  const passed = { failure: null } as Facts["test"];
  const failed = { failure: { code: "unreachable" } } as unknown as Facts["test"];
  const facts: Facts = { kind: "export", locked: false, published: true, test: passed };
  const problem = (more: Partial<Facts>) => confirmationProblem({ ...facts, ...more });
  expect(problem({})).toBeNull();
  expect(problem({ test: failed })).toBe("systems.testFailed");
  expect(problem({ test: null })).toBe("systems.notTested");
  // The owner of a manual system attests: there is nothing to test.
  for (const test of [null, failed]) expect(problem({ kind: "manual", test })).toBeNull();
  expect(problem({ kind: "manual", published: false })).toBe("systems.notPublished");
  expect(problem({ published: false, test: failed })).toBe("systems.notPublished");
  expect(problem({ locked: true, published: false })).toBe("systems.isLocked");
});

const field = (
  id: string,
  type: FieldType,
  more: Partial<ConnectorField> = {},
): ConnectorField => ({
  id,
  group: "connection",
  type,
  required: false,
  initial: null,
  options: [],
  minimum: null,
  maximum: null,
  multiline: false,
  when: null,
  ...more,
});

const codeOf = (one: ConnectorField, value: FieldValue) => checkValue(one, value)?.code ?? null;

describe("[CONN-5] values of fields", () => {
  test("TEXT is one line", () => {
    const text = field("host", "TEXT", { required: true });
    expect(codeOf(text, "ldap.example")).toBeNull();
    expect(codeOf(text, "  ")).toBe("fields.required");
    expect(codeOf(text, "a\nb")).toBe("fields.notOneLine");
    expect(codeOf(text, "a\0b")).toBe("fields.notOneLine");
    expect(codeOf(text, "x".repeat(LINE_MAX_LENGTH))).toBeNull();
    expect(codeOf(text, "x".repeat(LINE_MAX_LENGTH + 1))).toBe("fields.tooLong");
    expect(codeOf(text, 1)).toBe("systems.notText");
    expect(codeOf(field("host", "TEXT"), " ")).toBeNull();
  });

  test.each([
    ["ldap.example", true],
    ["LDAP-1.intern.example.", true],
    [" 10.0.0.1 ", true],
    ["::1", true],
    ["fe80::1:389", true],
    ["[2001:db8::1]", true],
    ["ldap://ldap.example", false],
    ["ldaps://ldap.example:636/dc=example", false],
    ["ldap.example:389", false],
    ["ldap.example:", false],
    ["ldap.example/people", false],
    ["admin@ldap.example", false],
    ["ldap one.example", false],
  ])("a host is a name or an address only: %s", (host, isValid) => {
    const code = codeOf(field("host", "TEXT", { required: true }), host);
    expect(code).toBe(isValid ? null : "systems.notHost");
    // Other fields may be URLs.
    expect(codeOf(field("url", "TEXT"), host)).toBeNull();
  });

  test("a SECRET of several lines may contain line breaks, and blanks count", () => {
    const note = field("note", "TEXT", { multiline: true });
    expect(codeOf(note, "a\n\tb")).toBeNull();
    expect(codeOf(note, "a\0b")).toBe("systems.controlCharacter");
    const key = field("key", "SECRET", { multiline: true, required: true });
    expect(codeOf(key, "-----BEGIN-----\r\n\tabc\n")).toBeNull();
    expect(codeOf(key, "a\0b")).toBe("systems.controlCharacter");
    expect(codeOf(key, "a\u007fb")).toBe("systems.controlCharacter");
    expect(codeOf(key, "   ")).toBeNull();
    expect(codeOf(key, "x".repeat(SECRET_MAX_LENGTH + 1))).toBe("fields.tooLong");
    expect(codeOf(key, true)).toBe("systems.notText");
  });

  test("SELECT has one of its options", () => {
    const select = field("mode", "SELECT", { options: ["A", "B"] });
    expect(codeOf(select, "B")).toBeNull();
    expect(codeOf(select, "b")).toBe("systems.notAnOption");
    expect(codeOf(select, 0)).toBe("systems.notAnOption");
  });

  test("BOOL is true or false", () => {
    expect(codeOf(field("tls", "BOOL"), false)).toBeNull();
    expect(codeOf(field("tls", "BOOL"), "true")).toBe("systems.notBoolean");
  });

  test("INT is a whole number within its bounds", () => {
    const port = field("port", "INT", { minimum: 1, maximum: 65_535 });
    expect(codeOf(port, 1)).toBeNull();
    expect(codeOf(port, 65_535)).toBeNull();
    expect(codeOf(port, 0)).toBe("systems.tooSmall");
    expect(codeOf(port, 65_536)).toBe("systems.tooLarge");
    expect(codeOf(port, 1.5)).toBe("systems.notInteger");
    expect(codeOf(port, 2 ** 53)).toBe("systems.notInteger");
    expect(codeOf(port, "389")).toBe("systems.notInteger");
    expect(codeOf(field("any", "INT"), -5)).toBeNull();
  });

  test("LONG is a decimal string of 64 bits", () => {
    const long = field("usn", "LONG");
    for (const text of ["0", "-1", "9223372036854775807", "-9223372036854775808"]) {
      expect(codeOf(long, text)).toBeNull();
    }
    for (const text of ["9223372036854775808", "-9223372036854775809", "01", "-0", "1e3", " 1"]) {
      expect(codeOf(long, text)).toBe("systems.notLong");
    }
    expect(codeOf(long, 1)).toBe("systems.notLong");
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (value) => {
        expect(codeOf(long, String(value))).toBeNull();
      }),
    );
  });

  test("FILE is the id of a file", () => {
    expect(codeOf(field("file", "FILE"), "5f0c1e9a-6f0e-4a2b-9f4e-2a4c1c1b7a11")).toBeNull();
    expect(codeOf(field("file", "FILE"), "../../etc/passwd")).toBe("fields.fileRequired");
  });
});

describe("[CONN-9] a configuration", () => {
  const fields = [
    field("mode", "SELECT", { options: ["PASSWORD", "KEY"], initial: "PASSWORD", required: true }),
    field("password", "SECRET", {
      required: true,
      when: { field: "mode", isOneOf: ["PASSWORD"] },
    }),
    field("key", "FILE", { required: true, when: { field: "mode", isOneOf: ["KEY"] } }),
    field("encrypted", "BOOL", { initial: false, when: { field: "mode", isOneOf: ["KEY"] } }),
    field("phrase", "SECRET", { required: true, when: { field: "encrypted", isOneOf: [true] } }),
  ];
  const problems = (values: Record<string, FieldValue>, set: readonly string[] = []) =>
    Object.fromEntries(
      Object.entries(validateConfiguration(fields, values, new Set(set))).map(([id, { code }]) => [
        id,
        code,
      ]),
    );

  test("fields apply while the field that they depend on applies and has a required value", () => {
    const applying = (values: Record<string, FieldValue>) =>
      fields.filter((one) => appliesTo(one, fields, values)).map(({ id }) => id);
    expect(applying({})).toEqual(["mode", "password"]);
    expect(applying({ mode: "KEY" })).toEqual(["mode", "key", "encrypted"]);
    expect(applying({ mode: "KEY", encrypted: true })).toContain("phrase");
    expect(applying({ mode: "PASSWORD", encrypted: true })).not.toContain("phrase");
    const loop = field("a", "TEXT", { when: { field: "a", isOneOf: ["x"] } });
    expect(appliesTo(loop, [loop], { a: "x" })).toBe(false);
    const orphan = field("a", "TEXT", { when: { field: "gone", isOneOf: ["x"] } });
    expect(appliesTo(orphan, [orphan], { gone: "x" })).toBe(false);
  });

  test("a required secret may be set already", () => {
    expect(problems({})).toEqual({ password: "fields.required" });
    expect(problems({ password: "" })).toEqual({ password: "fields.required" });
    expect(problems({}, ["password"])).toEqual({});
    expect(problems({ password: "x" })).toEqual({});
  });

  test("a password is required with its user, unless it is set already", () => {
    const signIn = [field("user", "TEXT"), field("password", "SECRET", { requiredWith: "user" })];
    const codes = (values: Record<string, FieldValue>, set: readonly string[] = []) =>
      Object.entries(validateConfiguration(signIn, values, new Set(set))).map(([id, { code }]) => [
        id,
        code,
      ]);
    const without: readonly Record<string, FieldValue>[] = [{}, { user: "" }, { password: "x" }];
    for (const values of without) expect(codes(values)).toEqual([]);
    const missing = [["password", "systems.passwordMissing"]];
    expect(codes({ user: "ada" })).toEqual(missing);
    expect(codes({ user: "ada", password: "" })).toEqual(missing);
    expect(codes({ user: "ada", password: "x" })).toEqual([]);
    expect(codes({ user: "ada" }, ["password"])).toEqual([]);
  });

  test("fields that do not apply have no problem", () => {
    expect(problems({ password: "x", key: "no id", phrase: "\0" })).toEqual({});
    expect(problems({ mode: "KEY", encrypted: true })).toEqual({
      key: "fields.fileRequired",
      phrase: "fields.required",
    });
    expect(problems({ mode: "OTHER" })).toEqual({ mode: "systems.notAnOption" });
  });

  test("is completed with initial values, without those that do not apply", () => {
    expect(completeConfiguration(fields, { password: "x", phrase: "y" })).toEqual({
      mode: "PASSWORD",
      password: "x",
    });
    expect(completeConfiguration(fields, { mode: "KEY" })).toEqual({
      mode: "KEY",
      encrypted: false,
    });
  });

  test("a change of the address or its protection leads elsewhere", () => {
    const at = [
      field("host", "TEXT"),
      field("port", "INT", { initial: 636 }),
      field("security", "SELECT", { options: ["TLS", "NONE"] }),
      field("clientId", "TEXT"),
      field("page", "INT"),
    ];
    const saved = { host: "a.example", port: 636, security: "TLS", page: 1 };
    expect(leadsElsewhere(at, saved, { ...saved, page: 2 })).toBe(false);
    expect(leadsElsewhere(at, saved, { host: "a.example", security: "TLS" })).toBe(false);
    expect(leadsElsewhere(at, saved, { ...saved, host: "b.example" })).toBe(true);
    expect(leadsElsewhere(at, saved, { ...saved, port: 389 })).toBe(true);
    expect(leadsElsewhere(at, saved, { ...saved, security: "NONE" })).toBe(true);
    expect(leadsElsewhere(at, saved, { ...saved, clientId: "another" })).toBe(true);
    expect(leadsElsewhere(at, {}, saved)).toBe(true);
  });

  test.each([
    "host",
    "port",
    "url",
    "tokenUrl",
    "authorizeUrl",
    "clientId",
    "security",
    "tls",
    "ca",
    "caCertificate",
  ])("%s decides who receives the secrets", (id) => {
    const at = [field(id, "TEXT")];
    expect(leadsElsewhere(at, { [id]: "one" }, { [id]: "other" })).toBe(true);
    expect(leadsElsewhere(at, { [id]: "one" }, { [id]: "one" })).toBe(false);
  });

  test("names as receivers of secrets only those fields that it has", () => {
    const host = field("host", "TEXT");
    const target = targetOfSecrets([host], { host: "a.example" });
    expect(targetOfSecrets([host, field("clientId", "TEXT")], { host: "a.example" })).toBe(target);
    expect(targetOfSecrets([host], { host: "b.example" })).not.toBe(target);
  });

  test("names of Object.prototype are no values", () => {
    const odd = [field("constructor", "TEXT", { required: true })];
    expect(Object.entries(validateConfiguration(odd, {}))).toMatchObject([
      ["constructor", { code: "fields.required" }],
    ]);
    expect(completeConfiguration(odd, {})).toEqual({});
  });
});

test("a setup needs a name of one line", () => {
  expect(checkSetup({ name: "CRM", description: "a\nb" })).toEqual({});
  expect(checkSetup({ name: " ", description: "" })).toHaveProperty("name.code");
  expect(checkSetup({ name: "a\nb", description: "" })).toHaveProperty("name.code");
  expect(checkSetup({ name: "x".repeat(256), description: "" })).toHaveProperty("name.code");
  const long = "x".repeat(DESCRIPTION_MAX_LENGTH + 1);
  expect(checkSetup({ name: "CRM", description: long })).toHaveProperty("description.code");
});

test("a setting's text is one line that is not blank", () => {
  expect(checkSettingText("admin*")).toBeNull();
  expect(checkSettingText(" ")?.code).toBe("fields.required");
  expect(checkSettingText("a\nb")?.code).toBe("fields.notOneLine");
  expect(checkSettingText("x".repeat(256))?.code).toBe("fields.tooLong");
});
