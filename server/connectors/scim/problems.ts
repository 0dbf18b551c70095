/** What the answers of a service mean for the person who connects it. */
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../contract.ts";
import { hideSecrets } from "../hideSecrets.ts";
import type { Answer } from "./http.ts";
import { getText, parseObject } from "./json.ts";

const MAX_DETAIL = 500;

/** The error types of RFC 7644, section 3.12, and RFC 9865, section 2.1. */
const BY_TYPE: Readonly<Record<string, Remedy>> = {
  expiredcursor: "systemFailed",
  invalidcursor: "systemFailed",
  invalidfilter: "statementRefused",
  invalidpath: "statementRefused",
  invalidsyntax: "statementRefused",
  invalidvalue: "valueRefused",
  invalidvers: "statementRefused",
  mutability: "valueRefused",
  notarget: "valueRefused",
  sensitive: "notAllowed",
  toomany: "limitReached",
  uniqueness: "objectExists",
};

const BY_STATUS: Readonly<Record<number, readonly [Remedy, TestStep]>> = {
  401: ["credentialsRefused", "signIn"],
  403: ["notAllowed", "read"],
  404: ["notFound", "find"],
  405: ["notAllowed", "read"],
  409: ["changedMeanwhile", "read"],
  412: ["changedMeanwhile", "read"],
  413: ["limitReached", "read"],
  428: ["changedMeanwhile", "read"],
  429: ["rateLimited", "read"],
  501: ["statementRefused", "read"],
};

/** @param secrets texts that the detail must not contain */
export function toProblem(answer: Answer, secrets: readonly string[]): ConnectorError {
  const { status, headers, body } = answer;
  const { detail, type } = describe(body);
  const [remedy, step] = BY_STATUS[status] ?? [
    status >= 500 ? "systemFailed" : "valueRefused",
    "read",
  ];
  const byType = type === null || status === 401 ? undefined : BY_TYPE[type.toLowerCase()];
  const wait = retryAfter(headers["retry-after"]);
  return new ConnectorError(
    byType ?? remedy,
    step,
    redact(detail === null ? `HTTP ${status}` : `HTTP ${status}: ${detail}`, secrets),
    wait === null ? {} : { retryAfter: wait },
  );
}

/** Removes secrets that the service repeats. */
export function redact(text: string, secrets: readonly string[]): string {
  const clean = hideSecrets(text, secrets, "…");
  return clean.length > MAX_DETAIL ? `${clean.slice(0, MAX_DETAIL)}…` : clean;
}

/** @returns milliseconds from now, of seconds or of a date */
export function retryAfter(header: string | undefined, now = Date.now()): number | null {
  if (header === undefined) return null;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function describe(body: Buffer): { detail: string | null; type: string | null } {
  try {
    const error = parseObject(body, "The error");
    const detail =
      getText(error, "detail") ?? getText(error, "error_description") ?? getText(error, "error");
    return { detail, type: getText(error, "scimType") };
  } catch {
    return { detail: null, type: null };
  }
}
