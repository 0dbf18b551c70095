/** What the screens of connected systems decide. Pure. */
import type { Static } from "typebox";
import type { CatalogueFilters as Filters } from "#events/actions/systems.ts";
import {
  CONNECTOR_KINDS,
  type ConnectorKind,
  type ConnectorSummary,
} from "#events/entities/connector.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import type { SystemLimits } from "#events/entities/systemConfiguration.ts";
import { confirmationProblem } from "#events/rules/systems.ts";
import type { ConnectorMessages } from "../../panels/connector-texts/messages.ts";

/** What narrows the catalogue of connectors. */
export type CatalogueFilters = Static<typeof Filters>;

/** The kind of system that the address of the catalogue names; null if it names none. */
export function kindOfAddress(search: string): ConnectorKind | null {
  const kind = new URLSearchParams(search).get("kind");
  return CONNECTOR_KINDS.find((one) => one === kind) ?? null;
}

/** Null for nobody. */
export function ownerIdOf(text: string): string | null {
  return text === "" ? null : text;
}

/** The connector's kinds whose limit is not reached, HR last; all of them while the limits are not known. */
export function possibleKinds(
  { kinds }: Pick<ConnectorSummary, "kinds">,
  limits: SystemLimits | null,
): readonly ConnectorKind[] {
  return CONNECTOR_KINDS.filter(
    (kind) => kinds.includes(kind) && (limits === null || !limits[kind].isReached),
  );
}

/** The connectors whose texts contain every word of the search, and that have the kind and tag. */
export function matchingConnectors(
  connectors: readonly ConnectorSummary[],
  { contains, kind, tag }: CatalogueFilters,
  texts: ConnectorMessages,
): readonly ConnectorSummary[] {
  const words = contains.toLowerCase().split(/\s+/);
  return connectors.filter(({ key, kinds, tags }) => {
    const { name = "", description = "" } = texts[key] ?? {};
    const text = `${key} ${name} ${description}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (kind === "all" || kinds.includes(kind)) &&
      (tag === "all" || tags.includes(tag))
    );
  });
}

/** How many connectors have each of some values. */
export function countBy<Value>(
  connectors: readonly ConnectorSummary[],
  valuesOf: (connector: ConnectorSummary) => readonly Value[],
): ReadonlyMap<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of connectors.flatMap(valuesOf)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The text that says whether a connector writes. Only files in the server's folder are written. */
export function writingOf({ tags, capabilities: { write } }: ConnectorSummary) {
  if (tags.includes("file")) return write ? "writesFolder" : "readsUploads";
  return write ? "writes" : "readsOnly";
}

export const CHECKS = ["configured", "tested", "published", "imported"] as const;
/** Whether each requirement of a confirmation is met; null if it does not apply. */
export type Checks = Readonly<Record<(typeof CHECKS)[number], boolean | null>>;

export function checksOf(
  system: Pick<ConnectedSystem, "kind" | "published" | "progress" | "test">,
  isConfigured: boolean,
): Checks {
  const isManual = system.kind === "manual";
  return {
    configured: isConfigured,
    tested: isManual ? null : system.test !== null && system.test.failure === null,
    published: system.published,
    imported: isManual ? null : system.progress.initialImportComplete,
  };
}

/** A confirmation does not need the first import. */
export function mayConfirm(
  system: Parameters<typeof confirmationProblem>[0],
  isConfigured: boolean,
): boolean {
  return isConfigured && confirmationProblem(system) === null;
}
