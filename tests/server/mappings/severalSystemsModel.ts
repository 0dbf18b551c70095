/** A plain model of the fields that an HR system and other systems set, by the outcomes of the reference of mappings. */
import type { Mapping } from "#events/entities/mapping.ts";
import { CODES, CONDITIONS } from "../../events/rules/mappings/randomMappings.ts";
import {
  referenceOutcomes,
  type Fields,
  type Outcome,
} from "../../events/rules/mappings/reference.ts";
import { isValues } from "./randomSets.ts";
import { PEOPLE, TARGETS, type Account, type SystemName, type Values } from "./severalSystems.ts";

interface Known extends Account {
  readonly isGone: boolean;
}

interface Entry {
  readonly id: string;
  readonly account: Account;
  /** Null: all sources count as changed. */
  readonly before: Fields | null;
}

interface Offer {
  readonly system: SystemName;
  readonly id: string;
  readonly strength: number;
  readonly value: string;
}

const STRENGTHS = ["strong", "normal", "weak"] as const;
const NOBODY: Values = Object.fromEntries(TARGETS.map((target) => [target, ""]));

interface Snapshot {
  readonly people: ReadonlyMap<string, Values>;
  readonly known: ReadonlyMap<string, Known>;
}

export class SeveralSystemsModel {
  readonly #sets: Readonly<Record<SystemName, readonly Mapping[]>>;
  /** In the order of their first publication. */
  readonly #order: readonly SystemName[];
  readonly #people = new Map<string, Values>();
  readonly #known = {
    hr: new Map<string, Known>(),
    first: new Map<string, Known>(),
    second: new Map<string, Known>(),
  };
  /** The person for whom an account was last evaluated. */
  readonly #evaluated = new Map<string, string>();
  #former: Snapshot | null = null;
  /** Values that the last run did not use. */
  unused = 0;

  constructor(
    sets: Readonly<Record<SystemName, readonly Mapping[]>>,
    order: readonly SystemName[],
  ) {
    this.#sets = sets;
    this.#order = order;
  }

  people(): Record<string, Values> {
    return Object.fromEntries(this.#people);
  }

  edit(person: string, target: string, value: string): void {
    const values = this.#people.get(person);
    if (values) this.#people.set(person, { ...values, [target]: value });
  }

  /** @returns how many values the run reports: those that failed, and those that are not used. */
  run(name: SystemName, accounts: ReadonlyMap<string, Account>): number {
    this.#former = { people: new Map(this.#people), known: new Map(this.#known[name]) };
    this.unused = 0;
    const entries = this.#read(name, accounts);
    let reported = 0;
    for (const person of PEOPLE) {
      const own = entries.filter(({ account }) => account.number === person);
      if (own.length === 0) continue;
      reported += name === "hr" ? this.#ofHr(person, own) : this.#ofOwner(name, person, own);
    }
    for (const { id, account } of entries) this.#evaluated.set(`${name} ${id}`, account.number);
    return reported + this.unused;
  }

  undo(name: SystemName): void {
    if (!this.#former) return;
    for (const [id, values] of this.#former.people) this.#people.set(id, values);
    for (const id of this.#known[name].keys()) {
      if (!this.#former.known.has(id)) this.#evaluated.delete(`${name} ${id}`);
    }
    this.#known[name].clear();
    for (const [id, known] of this.#former.known) this.#known[name].set(id, known);
  }

  /** New, changed and returned accounts, and those with a new owner, in the order of their ids. */
  #read(name: SystemName, accounts: ReadonlyMap<string, Account>): Entry[] {
    const entries: Entry[] = [];
    for (const id of [...accounts.keys()].toSorted()) {
      const account = accounts.get(id);
      if (!account) continue;
      const known = this.#known[name].get(id);
      const isSame = known !== undefined && text(known) === text(account);
      const isNewOwner = this.#evaluated.get(`${name} ${id}`) !== account.number;
      // After an undo, an account may have an owner for whom it was not evaluated last.
      const isOwned = name !== "hr" && account.number !== "";
      if (isSame && !known.isGone && !(isOwned && isNewOwner)) continue;
      const isFirst = known === undefined || isSame || (name !== "hr" && isNewOwner);
      entries.push({ id, account, before: isFirst ? null : known.fields });
      this.#known[name].set(id, { ...account, isGone: false });
    }
    for (const [id, known] of this.#known[name]) {
      if (!accounts.has(id)) this.#known[name].set(id, { ...known, isGone: true });
    }
    return entries;
  }

  #ofHr(person: string, entries: readonly Entry[]): number {
    const current = this.#people.get(person) ?? NOBODY;
    const values = { ...current };
    let failed = 0;
    for (const entry of entries) {
      const outcomes = this.#outcomes(this.#sets.hr, entry, current);
      const offers = this.#offers(person).filter(({ system }) => system !== "hr");
      for (const [target, outcome] of Object.entries(outcomes)) {
        if (!isValues(outcome)) {
          failed += 1;
          continue;
        }
        const given = plain(outcome[0] ?? "");
        const isCleared = given === "" && current[target] !== "";
        const [best] = offersOf(offers, target);
        values[target] = isCleared ? plain(best?.value ?? "") : given;
      }
    }
    this.#people.set(person, values);
    return failed;
  }

  #ofOwner(name: SystemName, person: string, entries: readonly Entry[]): number {
    const current = this.#people.get(person);
    if (!current) return 0;
    const values = { ...current };
    const outcomes = entries.map((entry) => ({
      id: entry.id,
      of: this.#outcomes(this.#sets[name], entry, current),
    }));
    const offers = this.#offers(person);
    let failed = 0;
    for (const target of new Set(outcomes.flatMap(({ of }) => Object.keys(of)))) {
      const before = current[target] ?? "";
      const given = outcomes.flatMap(({ id, of }) => {
        const outcome = of[target];
        return outcome !== undefined && isValues(outcome) ? [{ id, value: outcome[0] ?? "" }] : [];
      });
      failed += outcomes.length - given.length;
      const isGiven = ({ system, id }: Offer) =>
        system === name && given.some((one) => one.id === id);
      const isEntry = ({ system, id }: Offer) =>
        system === name && entries.some((one) => one.id === id);
      const open = offersOf(offers, target).filter((one) => !isEntry(one) || isGiven(one));
      const [best] = open;
      const ends = before !== "" && given.some(({ value }) => value === "");
      if (best && isGiven(best)) {
        values[target] = given.find(({ id }) => id === best.id)?.value ?? "";
      } else if (best) {
        if (ends) values[target] = best.value;
      } else {
        values[target] = given.find(({ value }) => value !== before)?.value ?? before;
      }
      const isLosing = (one: Offer) =>
        isGiven(one) &&
        !(one.system === best?.system && one.id === best.id) &&
        one.value !== values[target];
      // A single account needs no comparison with itself.
      this.unused += new Set(open.filter(isLosing).map(({ id }) => id)).size;
      values[target] = plain(values[target] ?? "");
    }
    this.#people.set(person, values);
    return failed;
  }

  #outcomes(
    mappings: readonly Mapping[],
    { account, before }: Pick<Entry, "account" | "before">,
    current: Values,
  ): Record<string, Outcome> {
    const system = {
      mappings,
      conditions: CONDITIONS,
      codes: CODES,
      multiple: new Set<string>(),
      folded: new Set<string>(),
    };
    const lists = Object.fromEntries(
      Object.entries(current).map(([target, value]) => [target, value === "" ? [] : [value]]),
    );
    const person = { key: "person", now: account.fields, before, current: lists };
    return referenceOutcomes(system, [person])["person"] ?? {};
  }

  /** What the present accounts of the person give to a person without values, the winner first. */
  #offers(person: string): readonly (Offer & { readonly target: string })[] {
    const offers = this.#order.flatMap((system) =>
      [...this.#known[system]]
        .filter(([, known]) => !known.isGone && known.number === person)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([id, account]) =>
          STRENGTHS.flatMap((strength, at) => {
            const mappings = this.#sets[system].filter((one) => one.strength === strength);
            const outcomes = this.#outcomes(mappings, { account, before: null }, {});
            return Object.entries(outcomes).flatMap(([target, outcome]) =>
              isValues(outcome) && outcome[0] !== undefined
                ? [{ system, id, target, strength: at, value: outcome[0] }]
                : [],
            );
          }),
        ),
    );
    return [
      ...offers.filter(({ system }) => system === "hr"),
      ...STRENGTHS.flatMap((_strength, at) =>
        offers.filter(({ system, strength }) => system !== "hr" && strength === at),
      ),
    ];
  }
}

function offersOf<One extends Offer & { readonly target: string }>(
  offers: readonly One[],
  target: string,
): readonly One[] {
  return offers.filter((offer) => offer.target === target);
}

function text({ fields, number }: Account): string {
  return JSON.stringify([
    Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    number,
  ]);
}

/** A value of spaces alone is none. */
function plain(value: string): string {
  return value.trim() === "" ? "" : value;
}
