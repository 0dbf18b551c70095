/** What the server says about itself (RFC 4512, section 5.1). */
import { findEntry } from "./paging.ts";
import { baseName } from "./values.ts";
import type { Session } from "./wire/session.ts";

export interface Root {
  readonly subschemaSubentry: string | null;
  readonly supportedControls: ReadonlySet<string>;
  /** Of Active Directory: the last change of this domain controller, and the names of the controller and the domain. */
  readonly highestCommittedUsn: string | null;
  readonly serviceName: string | null;
  readonly domain: string | null;
}

const ATTRIBUTES = [
  "subschemaSubentry",
  "supportedControl",
  "highestCommittedUSN",
  "dsServiceName",
  "defaultNamingContext",
];

export async function readRoot(session: Session): Promise<Root> {
  const entry = await findEntry(session, "", ATTRIBUTES);
  const valuesOf = (wanted: string): readonly string[] =>
    (entry?.attributes ?? [])
      .filter(({ name }) => baseName(name) === wanted.toLowerCase())
      .flatMap(({ values }) => values.map((value) => value.toString()));
  return {
    subschemaSubentry: valuesOf("subschemaSubentry")[0] ?? null,
    supportedControls: new Set(valuesOf("supportedControl")),
    highestCommittedUsn: valuesOf("highestCommittedUSN")[0] ?? null,
    serviceName: valuesOf("dsServiceName")[0] ?? null,
    domain: valuesOf("defaultNamingContext")[0] ?? null,
  };
}
