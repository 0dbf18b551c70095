/**
 * Evaluates the inbound mappings of a system other than the HR system with the owners of its accounts. Values of several
 * accounts of a person are compared, also with those of other systems.
 */
import type { Kysely } from "kysely";
import { message } from "#events/messages/message.ts";
import { fieldName, targetOf } from "#events/rules/mappings/fields.ts";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import type { TableRecord } from "../../import/types.ts";
import type { Evaluator } from "../../mappings/evaluator.ts";
import {
  decideValue,
  type DecidedValue,
  type EvaluatedAccount,
} from "../../mappings/precedence/decide.ts";
import { compareTexts, Offers, type PersonOffers } from "../../mappings/precedence/offers.ts";
import {
  loadMappedAccounts,
  type MappedAccount,
  type MappedSystem,
} from "../../mappings/precedence/sources.ts";
import { uniqueValues, type WinningOffer } from "../../mappings/precedence/uniqueValues.ts";
import {
  accountSource,
  IDENTITY_COLUMNS,
  identityValues,
  type IdentityRow,
} from "../../mappings/records.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { objectKey, parseContent } from "./content.ts";
import type { Failures } from "./failures.ts";
import { MAPPING_BUDGET } from "./mappedPeople.ts";
import { loadOwnedEntries, type OwnedEntry, type OwnerEntries } from "./ownerEntries.ts";

const OWNERS = 500;
const NO_OFFERS: PersonOffers = { offers: [], missing: [] };

interface OwnerPassRequest extends Pick<ApplyRequest, "job"> {
  readonly systems: readonly MappedSystem[];
  /** Undefined if the system is not published, or has no mappings left. */
  readonly own: MappedSystem | undefined;
  readonly fields: readonly string[];
  readonly entries: OwnerEntries;
  readonly failures: Failures;
  /** Mappings that are switched off from the start. */
  readonly off: Evaluator["broken"];
}

/** One evaluation of all owners. */
export class OwnerPass {
  readonly #db: Kysely<Database>;
  readonly #request: OwnerPassRequest;
  /** Fields whose values some system makes unique, with the values that people get. */
  readonly #given = new Map<string, (readonly [value: string, personId: string])[]>();
  readonly #waiting: WaitingPerson[] = [];
  readonly #owners = new Map<number, string>();
  #broken: Evaluator["broken"];

  constructor(db: Kysely<Database>, request: OwnerPassRequest) {
    this.#db = db;
    this.#request = request;
    this.#broken = request.off;
    for (const mapping of request.systems.flatMap(({ mappings }) => mappings)) {
      if (mapping.iterationToken) this.#given.set(targetOf(mapping), []);
    }
  }

  /** The oids of the owners so far, by the numbers of their entries. */
  get owners(): ReadonlyMap<number, string> {
    return this.#owners;
  }

  /** Mappings that are switched off by now. */
  get broken(): Evaluator["broken"] {
    return this.#broken;
  }

  /** A record for each owner whom the plan changes. Ends early if a mapping is switched off. */
  async *batches(evaluator: Evaluator): AsyncGenerator<readonly TableRecord[], void, undefined> {
    const { own, entries, off } = this.#request;
    if (!own) return;
    const offers = new Offers({ budget: MAPPING_BUDGET }, off);
    try {
      // Numbers that make values unique follow the order of people.
      for (const owners of chunksOf([...entries.byOwner.keys()].toSorted(compareTexts), OWNERS)) {
        const people = await this.#people(owners);
        const evaluated = await this.#evaluate(evaluator, own, people);
        const offered = await this.#offers(offers, people, evaluated);
        this.#broken = new Map([...evaluator.broken, ...offers.broken]);
        if (this.#broken.size > off.size) return;
        yield people.flatMap((person) =>
          this.#recordOf(
            person,
            evaluated.get(person.external_id) ?? [],
            offered.get(person.external_id) ?? NO_OFFERS,
          ),
        );
      }
      yield await this.#uniqueRecords();
    } finally {
      await offers.close();
    }
  }

  #people(owners: readonly string[]): Promise<IdentityRow[]> {
    return this.#db
      .selectFrom("identities")
      .select(IDENTITY_COLUMNS)
      .where("client_id", "=", this.#request.job.clientId)
      .where("external_id", "in", owners)
      .where("ended_at", "is", null)
      .orderBy("external_id")
      .execute();
  }

  async #evaluate(
    evaluator: Evaluator,
    own: MappedSystem,
    people: readonly IdentityRow[],
  ): Promise<ReadonlyMap<string, readonly EvaluatedEntry[]>> {
    const { job, entries } = this.#request;
    const ownerOf = new Map(
      people.flatMap((person) =>
        (entries.byOwner.get(person.external_id) ?? []).map((no) => [no, person] as const),
      ),
    );
    const owned = (await loadOwnedEntries(this.#db, job, [...ownerOf.keys()]))
      .flatMap((entry) => {
        const person = ownerOf.get(entry.no);
        return person ? [{ entry, person, content: parseContent(entry.after) }] : [];
      })
      .toSorted((one, other) => compareTexts(one.person.external_id, other.person.external_id));
    const results = await evaluator.evaluate(
      owned.map(({ entry, person, content }) => ({
        key: person.external_id,
        now: accountSource(entry.objectClass, content),
        before: formerSource(entry, person),
        target: identityValues(person),
      })),
    );
    const byOwner = new Map<string, EvaluatedEntry[]>();
    owned.forEach(({ entry, person, content }, at) => {
      const { no, name, objectClass, id } = entry;
      this.#owners.set(no, person.oid);
      const personId = person.external_id;
      const account = { system: own, personId, objectClass, id, name, content };
      const one = { no, account, results: results[at] ?? [] };
      const others = byOwner.get(personId);
      if (others) others.push(one);
      else byOwner.set(personId, [one]);
    });
    return byOwner;
  }

  /** Of people with several accounts: a single account needs no comparison. */
  async #offers(
    offers: Offers,
    people: readonly IdentityRow[],
    evaluated: ReadonlyMap<string, readonly EvaluatedEntry[]>,
  ): Promise<ReadonlyMap<string, PersonOffers>> {
    const { job, systems, own, entries } = this.#request;
    const stored = await loadMappedAccounts(this.#db, job.clientId, systems, people);
    const others = stored.filter(
      (account) => account.system !== own || !entries.planned.has(objectKey(account)),
    );
    const contested = new Set(others.map(({ personId }) => personId));
    const accounts: MappedAccount[] = [...others];
    for (const [personId, all] of evaluated) {
      if (all.length > 1 || contested.has(personId)) {
        accounts.push(...all.map(({ account }) => account));
      }
    }
    return offers.byPerson(accounts);
  }

  #recordOf(
    person: IdentityRow,
    evaluated: readonly EvaluatedEntry[],
    { offers, missing }: PersonOffers,
  ): TableRecord[] {
    const [first] = evaluated;
    if (!first) return [];
    for (const entry of evaluated) this.#noteFailures(entry);
    // The mappings of an account of the plan have failed themselves.
    const others = missing.filter((one) =>
      evaluated.every(({ account }) => account !== one.account),
    );
    for (const one of others) this.#request.failures.addMissing(first.no, one);
    const current = identityValues(person);
    let isChanged = false;
    const unique: (WinningOffer & { readonly at: number })[] = [];
    const values = this.#request.fields.map((field, at) => {
      const before = current[field]?.[0] ?? null;
      const decided = decideValue(field, before, evaluated, offers);
      this.#noteUnused(field, evaluated, decided);
      const { value, offer } = decided;
      if (offer) unique.push({ offer, current: before, at });
      else if (value !== null) this.#given.get(field)?.push([value, person.external_id]);
      isChanged ||= offer === null && value !== before;
      return value ?? "";
    });
    const one = { line: first.no, personId: person.external_id, values };
    if (unique.length > 0) this.#waiting.push({ ...one, unique, isChanged });
    return isChanged && unique.length === 0 ? [recordOf(one)] : [];
  }

  /** Of the people who get values of accounts outside the plan that have to be unique: after all others. */
  async #uniqueRecords(): Promise<readonly TableRecord[]> {
    const offers = this.#waiting.flatMap(({ unique }) => unique);
    if (offers.length === 0) return [];
    const given = Object.fromEntries(this.#given);
    const { clientId } = this.#request.job;
    const limits = { budget: MAPPING_BUDGET };
    const found = await uniqueValues(this.#db, { clientId, offers, given, limits });
    return this.#waiting.flatMap(({ unique, isChanged, ...one }) => {
      const values = [...one.values];
      let isWritten = isChanged;
      for (const { offer, current, at } of unique) {
        const value = found.get(offer) ?? current;
        values[at] = value ?? "";
        isWritten ||= value !== current;
      }
      return isWritten ? [recordOf({ ...one, values })] : [];
    });
  }

  #noteFailures({ no, account: { name }, results }: EvaluatedEntry): void {
    for (const { target, problem } of results) {
      if (problem) this.#request.failures.addFailed(no, { name, target, problem });
    }
  }

  #noteUnused(
    target: string,
    evaluated: readonly EvaluatedEntry[],
    { unused, winner }: DecidedValue,
  ): void {
    const field = fieldName(target);
    for (const { no, account } of evaluated) {
      if (winner === null || !unused.includes(account)) continue;
      const { name } = account;
      const reason =
        winner.system === account.system
          ? message("mappings.otherAccount", { name, field, account: winner.name })
          : message("mappings.notUsed", { name, field, system: winner.system.name });
      this.#request.failures.add(no, target, reason);
    }
  }
}

interface WrittenPerson {
  readonly line: number;
  readonly personId: string;
  readonly values: readonly string[];
}

/** A person with values that are not unique yet. */
interface WaitingPerson extends WrittenPerson {
  /** With the places among the values. */
  readonly unique: readonly (WinningOffer & { readonly at: number })[];
  /** Whether other values change. */
  readonly isChanged: boolean;
}

function recordOf({ line, personId, values }: WrittenPerson): TableRecord {
  return { line, values: [personId, ...values] };
}

interface EvaluatedEntry extends EvaluatedAccount {
  readonly no: number;
}

/**
 * An unchanged object is in the plan only because its owner or the mappings are new: publication clears the hashes of known
 * objects. All of its sources count as changed.
 */
function formerSource(
  { objectClass, before, after, mappedOwner }: OwnedEntry,
  { oid }: IdentityRow,
) {
  if (before === null || before === after || mappedOwner !== oid) return null;
  return accountSource(objectClass, parseContent(before));
}
