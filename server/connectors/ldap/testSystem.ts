/** Tries a configuration step by step. */
import type { TestStep } from "#events/entities/connector.ts";
import { ConnectorError } from "../contract.ts";
import { filterOf } from "./filters.ts";
import { ANY_ENTRY, findEntries, pagedEntries } from "./paging.ts";
import type { System } from "./system.ts";
import { firstValue } from "./values.ts";

const NO_ATTRIBUTES = "1.1";

/** @returns the steps that passed, without `secure` if the connection is not encrypted. */
export async function testSystem(system: System): Promise<readonly TestStep[]> {
  const { accounts, groups, idAttribute } = system.settings;
  const passed: TestStep[] = [];
  const session = await system.openSession((step) => passed.push(step));
  try {
    const kinds = groups ? [accounts, groups] : [accounts];
    for (const { baseDn } of kinds) {
      const search = { base: baseDn, scope: "base", attributes: [NO_ATTRIBUTES] } as const;
      const found = await findEntries(session, { ...search, filter: ANY_ENTRY }, "find");
      if (found.length === 0) throw new ConnectorError("baseMissing", "find", baseDn);
    }
    const filters = kinds.map((kind) => filterOf(kind));
    passed.push("find");

    for (const [index, { baseDn }] of kinds.entries()) {
      const filter = filters[index] ?? ANY_ENTRY;
      const search = { base: baseDn, scope: "sub", filter, attributes: [idAttribute] } as const;
      for await (const [entry] of pagedEntries(session, search, 1)) {
        if (entry && !firstValue(entry, idAttribute)) {
          const detail = `${entry.dn} has no ${idAttribute}, or it must not be read`;
          throw new ConnectorError("missingColumn", "read", detail);
        }
        break;
      }
    }
    passed.push("read");
    return passed;
  } finally {
    session.close();
  }
}
