/** A private OpenLDAP server on loopback, with the system's binaries and the current user, for the tests of one file. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Attribute, Change, Client } from "ldapts";
import { makeCertificates } from "../../support/certificates.ts";
import { findSlapd } from "./findSlapd.ts";

export interface Slapd {
  readonly port: number;
  readonly securePort: number;
  /** PEM of the authority that issued the server's certificate for localhost and 127.0.0.1. */
  readonly authority: string;
  stop(): Promise<void>;
}

export const SUFFIX = "dc=example,dc=test";
/** The administrator, whom no limit holds. */
export const ROOT = { dn: `cn=admin,${SUFFIX}`, password: "geheim%Secret#1" };

/** Milliseconds. */
const MAX_START = 20_000;
const MODULE_DIRECTORIES = ["/usr/lib/ldap", "/usr/lib64/openldap", "/usr/lib/openldap"];
const SCHEMA_DIRECTORIES = ["/etc/ldap/schema", "/etc/openldap/schema"];

async function freePorts(): Promise<readonly [number, number]> {
  const servers = [createServer(), createServer()];
  const ports: number[] = [];
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address && typeof address === "object") ports.push(address.port);
  }
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  const [first, second] = ports;
  if (first === undefined || second === undefined) throw new Error("No free port");
  return [first, second];
}

function configurationOf(directory: string): string {
  const modules = MODULE_DIRECTORIES.find((path) => existsSync(path)) ?? "";
  const schemas = SCHEMA_DIRECTORIES.find((path) => existsSync(path)) ?? "";
  return `
modulepath ${modules}
moduleload back_mdb
moduleload ppolicy
moduleload syncprov
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
include ${schemas}/nis.schema
pidfile ${join(directory, "pid")}
TLSCACertificateFile ${join(directory, "authority.pem")}
TLSCertificateFile ${join(directory, "certificate.pem")}
TLSCertificateKeyFile ${join(directory, "key.pem")}
TLSVerifyClient never
database mdb
suffix "${SUFFIX}"
rootdn "${ROOT.dn}"
rootpw ${ROOT.password}
directory ${join(directory, "data")}
maxsize 1073741824
dbnosync
sizelimit 500
limits dn.exact="uid=reader,${SUFFIX}" size=unlimited
index objectClass,entryUUID,uid,modifyTimestamp,entryCSN eq
overlay syncprov
overlay ppolicy
`;
}

async function untilReady(port: number, log: readonly string[]): Promise<void> {
  const deadline = Date.now() + MAX_START;
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port });
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error(`slapd did not start:\n${log.join("")}`);
    await sleep(20);
  }
}

/** LDIF of the entry of `SUFFIX` and of organizational units below it. */
export function treeLdif(units: readonly string[] = []): string {
  return [
    `dn: ${SUFFIX}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n\n`,
    ...units.map(
      (unit) =>
        `dn: ou=${unit.replaceAll(",", "\\,")},${SUFFIX}\nobjectClass: organizationalUnit\nou: ${unit}\n\n`,
    ),
  ].join("");
}

/** @param ldif the whole content, which begins with `treeLdif`. */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const binaries = findSlapd();
  if (binaries === null) throw new Error("There is no slapd on this system");
  const directory = mkdtempSync(join(tmpdir(), "provision-slapd-"));
  const file = (name: string, text: string): string => {
    const path = join(directory, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  const { authority, certificate, key } = makeCertificates(["localhost", "127.0.0.1"]);
  file("authority.pem", authority);
  file("certificate.pem", certificate);
  file("key.pem", key);
  mkdirSync(join(directory, "data"), { mode: 0o700 });
  const configuration = file("slapd.conf", configurationOf(directory));
  const content = file("content.ldif", ldif);

  const added = spawnSync(
    join(binaries, "slapadd"),
    ["-q", "-w", "-f", configuration, "-l", content],
    { encoding: "utf8" },
  );
  if (added.status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`slapadd failed:\n${added.stdout}${added.stderr}`);
  }
  const [port, securePort] = await freePorts();
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${securePort}/`;
  const child = spawn(join(binaries, "slapd"), ["-f", configuration, "-h", urls, "-d", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: string[] = [];
  child.stdout.on("data", (bytes: Buffer) => log.push(bytes.toString()));
  child.stderr.on("data", (bytes: Buffer) => log.push(bytes.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilReady(port, log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, securePort, authority, stop };
}

/** Replaces values of an entry, as the administrator. */
export async function replaceValues(
  { port }: Pick<Slapd, "port">,
  dn: string,
  attributes: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const client = new Client({ url: `ldap://127.0.0.1:${port}` });
  await client.bind(ROOT.dn, ROOT.password);
  const changes = Object.entries(attributes).map(([type, values]) => {
    const modification = new Attribute({ type, values: [...values] });
    return new Change({ operation: "replace", modification });
  });
  await client.modify(dn, changes);
  await client.unbind();
}
