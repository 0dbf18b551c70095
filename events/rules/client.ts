/** Values derived from a client's record: its agent status and usernames, and checks of the record. */
import type {
  ClientProfile,
  SecureAgentStatus,
  UsernameFormat,
  UsernameFormatId,
} from "../entities/client.ts";
import type { Milliseconds } from "../entities/common.ts";
import { TEXT_MAX_LENGTH } from "../entities/limits.ts";
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { cutText } from "./cutText.ts";
import { checkRequired, type LabelCode } from "./validation.ts";

/** An agent seen within this time is ready. */
const AGENT_READY_FOR: Milliseconds = 300_000;

/** @param lastSeen null = never. Both are epoch milliseconds. */
export function secureAgentStatus(lastSeen: number | null, now: number): SecureAgentStatus {
  if (lastSeen === null) return "Not Detected";
  return now - lastSeen <= AGENT_READY_FOR ? "Ready" : "Pending";
}

const TEMPLATES: Readonly<Record<Exclude<UsernameFormatId, "custom">, string>> = {
  "first.last": "{first}.{last}",
  flast: "{f}{last}",
  firstl: "{first}{l}",
};
const NAME_PARTS = ["{first}", "{last}", "{f}", "{l}"] as const;
const ANY_PART = /\{(?:first|last|f|l)\}/;

/** The problem of a client's own format text, or null. */
export function checkUsernameFormat({
  usernameFormatId,
  usernameFormatCustom,
}: UsernameFormat): Message | null {
  if (usernameFormatId !== "custom") return null;
  const text = usernameFormatCustom?.trim() ?? "";
  const required = checkRequired(text, "labels.usernameFormat");
  if (required) return required;
  const parts = NAME_PARTS.join(", ");
  const between = text.split(ANY_PART);
  if (between.length === 1) return message("clients.formatWithoutParts", { parts });
  return between.some((rest) => /[{}]/.test(rest))
    ? message("clients.formatBraces", { parts })
    : null;
}

/** Drops a text that belongs to no format. */
export function normalizeUsernameFormat(format: UsernameFormat): UsernameFormat {
  const { usernameFormatId, usernameFormatCustom } = format;
  return {
    usernameFormatId,
    usernameFormatCustom:
      usernameFormatId === "custom" ? (usernameFormatCustom?.trim() ?? null) : null,
  };
}

/** Lower-case letters without marks, and digits, which every system accepts in a username. */
function plainPart(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function initial(name: string): string {
  const [first = ""] = name;
  return first;
}

/** A username by the client's format; empty without a format or if a required name is missing. */
export function proposeUsername(
  format: Partial<UsernameFormat>,
  person: { readonly givenName: string; readonly familyName: string },
): string {
  const { usernameFormatId: id, usernameFormatCustom: custom } = format;
  const template = id === "custom" ? custom : id && TEMPLATES[id];
  if (!template) return "";
  const [first, last] = [plainPart(person.givenName), plainPart(person.familyName)];
  const parts = {
    "{first}": first,
    "{last}": last,
    "{f}": initial(first),
    "{l}": initial(last),
  };
  if (NAME_PARTS.some((part) => template.includes(part) && parts[part] === "")) return "";
  const name = NAME_PARTS.reduce((text, part) => text.replaceAll(part, parts[part]), template);
  return cutText(name, TEXT_MAX_LENGTH);
}

/** Labels of the fields. */
export const CLIENT_LABELS = {
  name: "labels.clientName",
  url: "labels.website",
  coreProcessor: "labels.coreProcessor",
  address: "labels.address",
  address2: "labels.address2",
  city: "labels.city",
  state: "labels.state",
  zip: "labels.zip",
} as const satisfies Readonly<Record<keyof ClientProfile, LabelCode>>;
export const CLIENT_FIELDS = Object.keys(CLIENT_LABELS) as readonly (keyof ClientProfile)[];

/** Trimmed texts; empty optional ones become null. */
export function normalizeClient(client: ClientProfile): ClientProfile {
  const texts = CLIENT_FIELDS.map((field) => [field, client[field]?.trim() || null]);
  return { ...(Object.fromEntries(texts) as ClientProfile), name: client.name.trim() };
}

/** @returns the problems by field; empty if there are none. */
export function checkClient({
  name,
  url,
}: ClientProfile): Readonly<Partial<Record<keyof ClientProfile, Message>>> {
  const nameProblem = checkRequired(name, CLIENT_LABELS.name);
  const isAddress = url === null || url.trim() === "" || isWebAddress(url.trim());
  return {
    ...(nameProblem !== null && { name: nameProblem }),
    ...(!isAddress && { url: message("clients.badWebsite") }),
  };
}

/** The address becomes a link, so only page addresses are valid, and scripts are not. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/]+/i.test(text) && URL.canParse(text);
}
