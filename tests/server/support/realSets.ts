/** The sets of real assignments in `tests/data`, and their expected results. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openCsvFile } from "#server/import/csvFile.ts";

const directory = fileURLToPath(new URL("../../data", import.meta.url));

export interface RealSet {
  readonly name: string;
  readonly identities: number;
  readonly entitlements: number;
  readonly assignments: number;
  readonly accountsAlone: number;
  readonly resources: number;
  /** Entitlements held by at least 30, 60 and 90 percent of the identities; the highest percentage, to 4 decimals. */
  readonly mined?: { readonly heldBy: readonly [number, number, number]; readonly highest: number };
}

const hpLabs = (
  name: string,
  identities: number,
  entitlements: number,
  assignments: number,
  heldBy: readonly [number, number, number],
  highest: number,
): RealSet => ({
  name: `hp-labs/${name}`,
  identities,
  entitlements,
  assignments,
  accountsAlone: 0,
  resources: 1,
  mined: { heldBy, highest },
});

/** Counts of the sets as published with them. */
export const REAL_SETS: readonly RealSet[] = [
  hpLabs("healthcare", 46, 46, 1_486, [45, 26, 21], 97.8261),
  hpLabs("domino", 79, 231, 730, [1, 1, 0], 65.8228),
  hpLabs("emea", 35, 3_046, 7_220, [106, 9, 3], 91.4286),
  hpLabs("apj", 2_044, 1_164, 6_841, [0, 0, 0], 14.2368),
  hpLabs("firewall1", 365, 709, 31_951, [109, 69, 0], 68.7671),
  hpLabs("firewall2", 325, 590, 36_428, [29, 17, 1], 91.6923),
  hpLabs("customer", 10_021, 277, 45_427, [3, 0, 0], 41.7523),
  hpLabs("americas-small", 3_477, 1_587, 105_205, [22, 22, 0], 82.4274),
  hpLabs("americas-large", 3_485, 10_127, 185_294, [22, 22, 0], 80.6887),
  {
    name: "kubernetes-teams",
    identities: 1_509,
    // Five of its 766 teams have no members, and so no record.
    entitlements: 761,
    assignments: 3_615,
    accountsAlone: 2_666,
    resources: 8,
  },
];

/** The two files of a set, opened. */
export async function openRealSet(name: string) {
  const folder = join(directory, name);
  const open = (kind: string) => {
    const file = readdirSync(folder).find((entry) => entry.startsWith(`${kind}.csv`));
    if (file === undefined) throw new Error(`${folder} has no ${kind}.csv`);
    return openCsvFile(join(folder, file));
  };
  return { identities: await open("identities"), access: await open("access") };
}
