/** Adds, links and fills the accounts of the file. A replace removes the other accounts of its resources. */
import { randomUUID } from "node:crypto";
import {
  deleteAccounts,
  findAccounts,
  insertAccounts,
  listAccounts,
  updateAccounts,
  type AccountName,
  type AccountRow,
  type NewAccountRow,
  type FoundAccount,
} from "./accountTable.ts";
import { Batch } from "./batch.ts";
import type { IdentityOids } from "./identityStage.ts";
import { arrayLiteral, parseArrayLiteral, planAccount, sortDistinct } from "./planAccount.ts";
import { NONE, type AccessTable } from "./readAccess.ts";
import type { ResolvedAccess } from "./resolveAccess.ts";
import type { ResourceIds } from "./resourceStage.ts";
import type { Stage } from "./stage.ts";

export interface AccountSources {
  readonly access: AccessTable;
  readonly resolved: ResolvedAccess;
  readonly resources: ResourceIds;
  readonly identityOids: IdentityOids;
  /** By the table's entitlement index: its number in the client. */
  readonly numbers: Int32Array;
}

const LOOKUP_ROWS = 5000;

export async function importAccounts(stage: Stage, sources: AccountSources): Promise<void> {
  const { access, resolved, resources } = sources;
  if (stage.mode === "replace") await removeOtherAccounts(stage, sources);
  const writer = new AccountWriter(stage, sources);
  let wanted: WantedAccount[] = [];
  const takeWanted = async (): Promise<void> => {
    const found = await findAccounts(stage.tx, stage.clientId, wanted);
    for (const [at, account] of wanted.entries()) await writer.take(account, found.get(at));
    wanted = [];
  };
  for (let index = 0; index < access.accountNames.length; index++) {
    if (resolved.accountUsed[index] !== 1) continue;
    const account = {
      index,
      resourceId: resources.ids[access.accountResources[index] ?? 0] ?? "",
      name: access.accountNames[index] ?? "",
    };
    if (resources.isNew.has(account.resourceId)) {
      await writer.take(account, undefined);
    } else {
      wanted.push(account);
      if (wanted.length === LOOKUP_ROWS) await takeWanted();
    }
  }
  await takeWanted();
  await writer.flush();
}

interface WantedAccount extends AccountName {
  readonly index: number;
}

class AccountWriter {
  readonly #stage: Stage;
  readonly #sources: AccountSources;
  readonly #inserts: Batch<NewAccountRow>;
  readonly #updates: Batch<AccountRow>;

  constructor(stage: Stage, sources: AccountSources) {
    const { tx, clientId, changes } = stage;
    this.#stage = stage;
    this.#sources = sources;
    this.#inserts = new Batch(async (rows) => {
      await insertAccounts(tx, clientId, rows);
      await changes?.addAccounts(rows);
    });
    this.#updates = new Batch(async (rows) => {
      await changes?.updateAccounts(rows);
      await updateAccounts(tx, clientId, rows);
    });
  }

  async take(account: WantedAccount, found: FoundAccount | undefined): Promise<void> {
    const desired = this.#desiredNumbers(account.index);
    const owner = this.#ownerOf(account.index);
    if (found) await this.#update(account, found, desired, owner);
    else await this.#insert(account, desired, owner);
  }

  async flush(): Promise<void> {
    await this.#inserts.flush();
    await this.#updates.flush();
  }

  async #insert(account: WantedAccount, desired: Int32Array, owner: string | null): Promise<void> {
    const { counts, digest, write } = this.#stage;
    counts.accounts.added++;
    counts.assignments.added += desired.length;
    digest?.add("account", account.name, this.#resourceOf(account), this.#ownerIdOf(account), [
      ...desired,
    ]);
    if (!write) return;
    const row = {
      ...account,
      id: randomUUID(),
      identityOid: owner,
      numbers: arrayLiteral(desired),
      active: this.#stage.activeOf(account.name),
    };
    await this.#inserts.add(row, weightOf(row));
  }

  async #update(
    account: WantedAccount,
    found: FoundAccount,
    desired: Int32Array,
    owner: string | null,
  ): Promise<void> {
    const { counts, digest, mode, write } = this.#stage;
    const identityOid = this.#sources.access.hasIdentityColumn ? owner : found.identityOid;
    const isLinkChanged = identityOid !== found.identityOid;
    counts.accounts[isLinkChanged ? "updated" : "unchanged"]++;
    let numbers = arrayLiteral(desired);
    if (numbers === found.numbers) {
      counts.assignments.unchanged += desired.length;
    } else {
      const plan = planAccount(parseArrayLiteral(found.numbers), desired, mode);
      counts.assignments.added += plan.added;
      counts.assignments.unchanged += plan.unchanged;
      counts.assignments.removed += plan.removed;
      numbers = arrayLiteral(plan.numbers);
    }
    if (!isLinkChanged && numbers === found.numbers) return;
    digest?.add("update", found.id, isLinkChanged && this.#ownerIdOf(account), numbers);
    if (!write) return;
    const row = { ...account, id: found.id, identityOid, numbers };
    await this.#updates.add(row, weightOf(row));
  }

  #resourceOf({ index }: WantedAccount): string {
    const { access } = this.#sources;
    return access.resourceNames[access.accountResources[index] ?? 0] ?? "";
  }

  /** External id. */
  #ownerIdOf({ index }: Pick<WantedAccount, "index">): string | null {
    const { access, resolved } = this.#sources;
    const identity = resolved.accountIdentities[index] ?? NONE;
    return identity === NONE ? null : (access.identityIds[identity] ?? "");
  }

  #ownerOf(index: number): string | null {
    const externalId = this.#ownerIdOf({ index });
    if (externalId === null) return null;
    const oid = this.#sources.identityOids.get(externalId);
    if (oid === undefined) throw new Error("An account of the import has an unknown identity");
    return oid;
  }

  #desiredNumbers(index: number): Int32Array {
    const { resolved, numbers } = this.#sources;
    const { offsets, heldEntitlements } = resolved;
    const held = heldEntitlements.subarray(offsets[index], offsets[index + 1]);
    return sortDistinct(held.map((entitlement) => numbers[entitlement] ?? 0));
  }
}

function weightOf(row: AccountRow): number {
  return row.name.length + row.numbers.length + 120;
}

async function removeOtherAccounts(stage: Stage, sources: AccountSources): Promise<void> {
  const { access, resolved, resources } = sources;
  const { tx, clientId, changes, counts, digest, write } = stage;
  if (resources.existing.length === 0) return;
  const named = new Map(resources.existing.map((id) => [id, new Set<string>()]));
  access.accountNames.forEach((name, account) => {
    if (resolved.accountUsed[account] !== 1) return;
    named.get(resources.ids[access.accountResources[account] ?? 0] ?? "")?.add(name);
  });
  for (const [resourceId, names] of named) {
    for await (const page of listAccounts(tx, clientId, resourceId)) {
      const others = page.filter((account) => !names.has(account.name));
      counts.accounts.removed += others.length;
      for (const { id, held } of others) {
        counts.assignments.removed += held;
        digest?.add("remove", id);
      }
      if (!write) continue;
      await changes?.removeAccounts(others);
      await deleteAccounts(
        tx,
        clientId,
        others.map((account) => account.id),
      );
    }
  }
}
