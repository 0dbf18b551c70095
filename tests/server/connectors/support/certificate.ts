/** A certificate for a test, made with openssl. */
import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @returns a new directory with a certificate that is its own authority and names the host */
export function makeCertificate(host: string): {
  directory: string;
  key: string;
  certificate: string;
} {
  const directory = mkdtempSync(join(tmpdir(), "provision-tls-"));
  const key = join(directory, "key.pem");
  const certificate = join(directory, "cert.pem");
  const parts = [
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2",
    `-subj /CN=${host} -addext subjectAltName=DNS:${host}`,
    `-keyout ${key} -out ${certificate}`,
  ];
  execFileSync("openssl", parts.join(" ").split(" "), { stdio: "pipe" });
  chmodSync(directory, 0o755);
  return { directory, key, certificate };
}
