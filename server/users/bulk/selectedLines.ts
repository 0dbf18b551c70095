/** A change of users who are selected in a list, as the lines of a file that would make it. */
import { setImmediate } from "node:timers/promises";
import type { Static } from "typebox";
import type { checkSelection } from "#events/calls/bulkChanges.ts";
import type { ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { BULK_LINES_MAX, BULK_SEPARATOR } from "#events/rules/bulkChange.ts";
import { guardFormulas } from "#events/rules/csv.ts";
import { compareNames } from "#events/rules/nameOrder.ts";
import type { CallContext } from "../../callContext.ts";
import { invalid } from "../../plugins/errors.ts";
import { findUserIds, loadManagedUsers, readUserFilters } from "../queries.ts";
import type { FileLines } from "./readFile.ts";

export type UserSelectionChange = Static<(typeof checkSelection)["schema"]["body"]>;

/** Users that are loaded together. */
const AT_ONCE = 500;
/** A file has its header in the first line. */
const FIRST_LINE = 2;

/** @throws ApiError EINVALID if the selection is empty or exceeds the line limit. */
export async function selectedLines(
  { db, client, user: actor }: Pick<CallContext, "db" | "client" | "user">,
  { all, ids, filters, change }: UserSelectionChange,
): Promise<FileLines> {
  const chosen = new Set(ids.map((id) => id.toLowerCase()));
  const isExcess = chosen.size + BULK_LINES_MAX + 1;
  const found = all
    ? await findUserIds(db, readUserFilters(client.id, filters), isExcess)
    : [...chosen];
  const selected = all ? found.filter((id) => !chosen.has(id)) : found;
  if (selected.length > BULK_LINES_MAX) {
    throw invalid("/body/ids", message("bulk.tooManySelected", { max: BULK_LINES_MAX }));
  }
  const rows: { readonly username: string; readonly cell: string }[] = [];
  for (let at = 0; at < selected.length; at += AT_ONCE) {
    const some = selected.slice(at, at + AT_ONCE);
    for (const user of await loadManagedUsers(db, actor, client.id, some)) {
      rows.push({ username: user.username, cell: cellOf(user, change) });
    }
    await setImmediate();
  }
  if (rows.length === 0) throw invalid("/body/ids", message("bulk.nobodySelected"));
  rows.sort((one, other) => compareNames(one.username, other.username));
  return {
    columns: ["username", "archived" in change ? "archived" : "roles"],
    lines: rows.map(({ username, cell }, at) => ({
      line: FIRST_LINE + at,
      cells: [guardFormulas(username), cell],
      length: 2,
    })),
  };
}

function cellOf(user: ManagedUser, change: UserSelectionChange["change"]): string {
  if ("archived" in change) return change.archived ? "yes" : "no";
  const removed = new Set(change.removeRoles.map((id) => id.toLowerCase()));
  const held = user.roles.map(({ id }) => id).filter((id) => !removed.has(id));
  return [...new Set([...held, ...change.addRoles.map((id) => id.toLowerCase())])].join(
    BULK_SEPARATOR,
  );
}
