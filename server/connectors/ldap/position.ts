/** Where a read of changes continues, as the token that the caller keeps. */
import { Type, type Static } from "typebox";
import { Compile } from "typebox/compile";
import { ConnectorError } from "../contract.ts";
import { findEntry } from "./paging.ts";
import { readRoot } from "./root.ts";
import type { LdapSettings } from "./settings.ts";
import { firstValue } from "./values.ts";
import type { Session } from "./wire/session.ts";

const PositionSchema = Type.Union([
  /** Changes since a time of the server. */
  Type.Object({ since: Type.String({ pattern: "^\\d{14}Z$" }) }),
  /** Changes after a sequence number of one domain controller: others count differently. */
  Type.Object({ server: Type.String(), usn: Type.String({ pattern: "^\\d+$" }) }),
]);
export type Position = Static<typeof PositionSchema>;

const positions = Compile(PositionSchema);

/**
 * Changes of this time are read twice. It covers clocks that differ, and changes that arrive late from other servers of
 * a cluster.
 */
const OVERLAP_MS = 10 * 60_000;

/** @returns the token of the present. */
export async function readPosition(session: Session, settings: LdapSettings): Promise<string> {
  const position =
    settings.vendor === "ACTIVE_DIRECTORY"
      ? await readUsn(session)
      : { since: toGeneralizedTime((await readTime(session, settings)) - OVERLAP_MS) };
  return JSON.stringify(position);
}

/** @returns null if the token is damaged. */
export function parsePosition(token: string): Position | null {
  try {
    const value: unknown = JSON.parse(token);
    return positions.Check(value) ? value : null;
  } catch {
    return null;
  }
}

async function readUsn(session: Session): Promise<Position> {
  const { highestCommittedUsn, serviceName } = await readRoot(session);
  if (highestCommittedUsn === null || serviceName === null) {
    throw new ConnectorError("systemFailed", "read", "The server reports no highestCommittedUSN");
  }
  // A controller that was restored from a backup counts anew under another invocation id.
  const controller = await findEntry(session, serviceName, ["invocationId"]);
  const invocation = controller && firstValue(controller, "invocationId");
  return { server: invocation?.toString("base64") ?? serviceName, usn: highestCommittedUsn };
}

const CSN_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/;

/**
 * The server's time of its last change, which OpenLDAP with replication reports at the top of its tree. Several servers
 * have one each, and the earliest counts. Other servers report no time, so ours is used.
 */
async function readTime(session: Session, { accounts }: LdapSettings): Promise<number> {
  const base = await findEntry(session, accounts.baseDn, ["contextCSN"]);
  const numbers = base?.attributes.find(({ name }) => name.toLowerCase() === "contextcsn")?.values;
  const times = (numbers ?? []).flatMap((value) => {
    const [, ...parts] = CSN_TIME.exec(value.toString()) ?? [];
    const [year = 0, month = 1, ...rest] = parts.map(Number);
    return parts.length === 0 ? [] : [Date.UTC(year, month - 1, ...rest)];
  });
  return Math.min(Date.now(), ...times);
}

function toGeneralizedTime(time: number): string {
  return `${new Date(time).toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)}Z`;
}
