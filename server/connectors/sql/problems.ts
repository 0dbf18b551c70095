/** What errors of PostgreSQL and of the network mean for the person who connects the database. */
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../contract.ts";
import { hideSecrets } from "../hideSecrets.ts";

const MAX_DETAIL = 500;

/** By SQLSTATE, otherwise by its class. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const BY_STATE: Readonly<Record<string, readonly [Remedy, TestStep | null]>> = {
  "08": ["systemFailed", null],
  "22": ["valueRefused", null],
  "23": ["valueRefused", null],
  "23505": ["objectExists", null],
  "25006": ["statementRefused", null],
  "28": ["credentialsRefused", "signIn"],
  "3D000": ["baseMissing", "find"],
  "3F000": ["baseMissing", "find"],
  "40": ["changedMeanwhile", null],
  "42": ["statementRefused", null],
  "42501": ["notAllowed", null],
  "42703": ["missingColumn", null],
  "42P01": ["baseMissing", null],
  "44": ["valueRefused", null],
  "53": ["limitReached", null],
  "54": ["limitReached", null],
  "57014": ["timedOut", null],
  P0: ["valueRefused", null],
};

const BY_NETWORK_CODE: Readonly<Record<string, readonly [Remedy, TestStep | null]>> = {
  ECONNREFUSED: ["connectionRefused", "connect"],
  EHOSTUNREACH: ["connectionRefused", "connect"],
  ENETUNREACH: ["connectionRefused", "connect"],
  ENOTFOUND: ["hostUnknown", "resolve"],
  ETIMEDOUT: ["timedOut", null],
};

/** Errors of certificates, and of a server that does not offer encryption. */
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|INVALID_CA|ERR_OSSL_PEM)/;

/**
 * @param step where it happened, unless the error says more
 * @param secrets texts that the detail must not contain
 */
export function toProblem(
  error: unknown,
  step: TestStep,
  secrets: readonly string[],
): ConnectorError {
  if (error instanceof ConnectorError) return error;
  if (!(error instanceof Error)) throw error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const [remedy, itsStep] = classify(error, code, step);
  return new ConnectorError(remedy, itsStep ?? step, redact(error.message || code, secrets));
}

function classify(
  { message }: Error,
  code: string,
  step: TestStep,
): readonly [Remedy, TestStep | null] {
  const network = BY_NETWORK_CODE[code];
  if (network !== undefined) return network;
  if (CERTIFICATE.test(code) || message.includes("does not support SSL")) {
    return ["certificateRefused", "secure"];
  }
  if (/timeout expired|read timeout/i.test(message)) return ["timedOut", null];
  if (/^[0-9A-Z]{5}$/.test(code)) {
    return BY_STATE[code] ?? BY_STATE[code.slice(0, 2)] ?? ["systemFailed", null];
  }
  return [step === "secure" ? "certificateRefused" : "systemFailed", null];
}

/** Removes secrets that the system repeats in its own error text. */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = hideSecrets(text, secrets, "…");
  return clean.length > MAX_DETAIL ? `${clean.slice(0, MAX_DETAIL)}…` : clean;
}
