import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";
import { SETTINGS } from "#server/settings.ts";
import { withConfigTables } from "#server/configTable.ts";

test("[SESS-24] [SESS-27] an empty environment gives the defaults, and empty variables count as unset", () => {
  const defaults = readConfig({});
  expect(defaults).toEqual({
    host: "127.0.0.1",
    port: 4100,
    adminName: "admin",
    adminPassword: null,
    demo: true,
    adminEmail: null,
    dataDirectory: "./data",
    secretKey: null,
    newSecretKey: null,
    secondFactorRoles: [],
    databaseUrl: null,
    behindTls: false,
    publicUrl: null,
    smtpUrl: null,
    mailFrom: "Provision <provision@localhost>",
    trustProxy: false,
    logLevel: "warn",
    sessionLength: 1_780_000,
    requestsPerSecond: 200,
    keepAliveThreshold: 300_000,
    importMegabytes: 200,
    connectorHosts: [],
    connectorFolder: null,
    runMegabytes: 10_000,
    parallelRuns: 4,
    eventLog: { days: 14, megabytes: 64, reportMegabytes: 512 },
    singleSignOn: null,
    passwordSignIn: true,
    gtmContainerId: null,
    supportEmail: null,
    supportPhone: null,
    supportLogDays: 90,
    supportRequestsUrl: null,
    requestFormUrl: null,
    midpointUri: null,
    accessRoleArchetypeOid: null,
  });
  expect(readConfig({ HOST: "", PORT: "", PROVISION_ADMIN_PASSWORD: "" })).toEqual(defaults);
});

test("each variable is read", () => {
  const environment = {
    HOST: "::1",
    PORT: "0",
    PROVISION_ADMIN_USERNAME: "Ops.Keeper",
    PROVISION_ADMIN_PASSWORD: "8 suffic",
    PROVISION_DEMO: "0",
    PROVISION_SECRET_KEY: "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=",
    PROVISION_NEW_SECRET_KEY: "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=",
    PROVISION_SECOND_FACTOR_ROLES: "Owner, Super User,",
    PROVISION_PUBLIC_URL: "https://provision.example",
    PROVISION_ADMIN_EMAIL: "root@example.com",
    PROVISION_DATA_DIR: "/var/lib/provision",
    DATABASE_URL: "postgres://who:secret@db.example/provision",
    PROVISION_SMTP_URL: "smtps://me:secret@mail.example",
    PROVISION_MAIL_FROM: "IT <it@example.com>",
    PROVISION_TRUST_PROXY: "10.0.0.0/8, ::1,loopback",
    PROVISION_LOG_LEVEL: "silent",
    PROVISION_SESSION_LENGTH: "60000",
    PROVISION_REQUESTS_PER_SECOND: "50",
    PROVISION_KEEP_ALIVE_THRESHOLD: "30000",
    PROVISION_IMPORT_MEGABYTES: "300",
    PROVISION_CONNECTOR_HOSTS: "ldap.bank.example, *.intern.example,10.0.0.0/8, 2001:db8::/32",
    PROVISION_CONNECTOR_FOLDER: "/srv/systems",
    PROVISION_RUN_MEGABYTES: "500",
    PROVISION_PARALLEL_RUNS: "2",
    PROVISION_EVENT_LOG_DAYS: "90",
    PROVISION_EVENT_LOG_MEGABYTES: "256",
    PROVISION_EVENT_LOG_REPORT_MEGABYTES: "2000",
    PROVISION_SSO_ISSUER: "https://id.example/realm",
    PROVISION_SSO_CLIENT_ID: "provision",
    PROVISION_SSO_CLIENT_SECRET: "secret",
    PROVISION_SSO_SCOPE: "openid email",
    PROVISION_SSO_CLAIM: "email",
    PROVISION_SSO_ACR: "phr  mfa",
    PROVISION_PASSWORD_SIGN_IN: "0",
    PROVISION_GTM_CONTAINER_ID: "GTM-1",
    PROVISION_SUPPORT_EMAIL: "help@example.com",
    PROVISION_SUPPORT_PHONE: "+1 555 0100",
    PROVISION_SUPPORT_LOG_DAYS: "30",
    PROVISION_SUPPORT_REQUESTS_URL: "https://support.example/",
    PROVISION_REQUEST_FORM_URL: "https://form.example/",
    PROVISION_MIDPOINT_URI: "https://mp.example/",
    PROVISION_ACCESS_ROLE_ARCHETYPE_OID: "7",
  };
  const declared = Object.values(SETTINGS).map(({ variable }) => variable);
  expect(Object.keys(environment).toSorted()).toEqual(declared.toSorted());
  expect(readConfig(environment)).toEqual({
    host: "::1",
    port: 0,
    adminName: "Ops.Keeper",
    adminPassword: "8 suffic",
    demo: false,
    adminEmail: "root@example.com",
    dataDirectory: "/var/lib/provision",
    secretKey: Buffer.alloc(32, 1),
    newSecretKey: Buffer.alloc(32, 2),
    secondFactorRoles: ["Owner", "Super User"],
    databaseUrl: "postgres://who:secret@db.example/provision",
    publicUrl: "https://provision.example/",
    smtpUrl: "smtps://me:secret@mail.example",
    mailFrom: "IT <it@example.com>",
    behindTls: true,
    trustProxy: "10.0.0.0/8, ::1,loopback",
    logLevel: "silent",
    sessionLength: 60_000,
    requestsPerSecond: 50,
    keepAliveThreshold: 30_000,
    importMegabytes: 300,
    connectorHosts: ["ldap.bank.example", "*.intern.example", "10.0.0.0/8", "2001:db8::/32"],
    connectorFolder: "/srv/systems",
    runMegabytes: 500,
    parallelRuns: 2,
    eventLog: { days: 90, megabytes: 256, reportMegabytes: 2000 },
    singleSignOn: {
      issuer: new URL("https://id.example/realm"),
      clientId: "provision",
      clientSecret: "secret",
      scope: "openid email",
      claim: "email",
      acr: ["phr", "mfa"],
    },
    passwordSignIn: false,
    gtmContainerId: "GTM-1",
    supportEmail: "help@example.com",
    supportPhone: "+1 555 0100",
    supportLogDays: 30,
    supportRequestsUrl: "https://support.example/",
    requestFormUrl: "https://form.example/",
    midpointUri: "https://mp.example/",
    accessRoleArchetypeOid: "7",
  });
});

test.each([
  { PORT: "http" },
  { PORT: "65536" },
  { PORT: "-1" },
  { PORT: "4100.5" },
  { PROVISION_DEMO: "no" },
  { PROVISION_PUBLIC_URL: "provision.example" },
  { PROVISION_TRUST_PROXY: "my-proxy" },
  { PROVISION_TRUST_PROXY: "10.0.0.0/x" },
  { PROVISION_TRUST_PROXY: "10" },
  { PROVISION_LOG_LEVEL: "loud" },
  { PROVISION_MAIL_FROM: "Provision" },
  { PROVISION_SESSION_LENGTH: "10" },
  { PROVISION_SUPPORT_REQUESTS_URL: "javascript:alert(1)" },
  { PROVISION_SUPPORT_EMAIL: "nobody" },
  { PROVISION_SUPPORT_PHONE: "javascript:alert(1)" },
  { PROVISION_SSO_ISSUER: "https://id.example" },
  { PROVISION_SSO_CLIENT_ID: "provision" },
  { PROVISION_SSO_ISSUER: "http://id.example", PROVISION_SSO_CLIENT_ID: "provision" },
  { PROVISION_SSO_ISSUER: "id.example", PROVISION_SSO_CLIENT_ID: "provision" },
  {
    PROVISION_SSO_SCOPE: "profile",
    PROVISION_SSO_ISSUER: "http://127.0.0.1:9",
    PROVISION_SSO_CLIENT_ID: "provision",
  },
  { PROVISION_PASSWORD_SIGN_IN: "0" },
  { PROVISION_GTM_CONTAINER_ID: "UA-12345" },
  { PROVISION_GTM_CONTAINER_ID: "GTM-1&x=https://elsewhere.example" },
  { PROVISION_ADMIN_PASSWORD: "7 do no" },
  { PROVISION_ADMIN_PASSWORD: " ".repeat(8) },
  { PROVISION_ADMIN_PASSWORD: "x".repeat(1025) },
])("%j is refused, and the message names the variable", (environment) => {
  const [name = ""] = Object.keys(environment);
  const read = () => readConfig(environment);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
});

test("[SESS-27] the keep-alive threshold is shorter than a session as the client sees it", () => {
  expect(readConfig({ PROVISION_SESSION_LENGTH: "120000" }).keepAliveThreshold).toBe(50_000);
  const settings = { PROVISION_SESSION_LENGTH: "60000", PROVISION_KEEP_ALIVE_THRESHOLD: "40000" };
  expect(() => readConfig(settings)).toThrow(
    new ConfigError(
      'PROVISION_KEEP_ALIVE_THRESHOLD must be a whole number from 0 to 39999, not "40000".',
    ),
  );
});

test("the README lists the variables as declared", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  // If it fails, run: node --import tsx server/configTable.ts
  expect(readme).toBe(withConfigTables(readme));
});

test("an invalid mail address is refused without its password", () => {
  for (const url of ["https://me:secret@mail.example", "mail.example:25", "smtp"]) {
    expect(() => readConfig({ PROVISION_SMTP_URL: url })).toThrow(
      new ConfigError(
        "PROVISION_SMTP_URL must be an address that begins with smtp:// or smtps://.",
      ),
    );
  }
});
