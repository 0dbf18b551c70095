/** People and accounts with known owners. A tenth of the accounts has flaws, and some have no owner. */
import type { Random } from "#server/demo/random.ts";
import type { FieldOptions } from "#server/correlation/engine/model.ts";

/** The fields of people and accounts, in this order, and how they are compared. */
export const FIELDS: readonly FieldOptions[] = [
  { method: "levenshtein", threshold: 0.8, nicknames: false, tier: 1, weight: null },
  { method: "levenshtein", threshold: 0.85, nicknames: false, tier: 1, weight: null },
  { method: "levenshtein", threshold: 0.8, nicknames: true, tier: 1, weight: null },
  { method: "levenshtein", threshold: 0.8, nicknames: false, tier: 1, weight: null },
  { method: "normalised", threshold: 0.8, nicknames: false, tier: 1, weight: null },
];

type Texts = readonly [id: string, email: string, given: string, family: string, unit: string];

export interface Account {
  readonly texts: Texts;
  /** The index of its owner; -1 if it has none. */
  readonly owner: number;
  readonly isFlawed: boolean;
}

const GIVEN: readonly (readonly string[])[] = [
  ["Robert", "Bob", "Rob"],
  ["William", "Bill", "Will"],
  ["Richard", "Rick", "Dick"],
  ["Thomas", "Tom"],
  ["Michael", "Mike"],
  ["Elizabeth", "Liz", "Beth"],
  ["Katharina", "Kathi"],
  ["Johannes", "Hans"],
  ["Susanne", "Susi"],
  ["Alexander", "Alex"],
  ["Matthias", "Matze"],
  ["Maximilian", "Max"],
  ["Margaret", "Peggy", "Maggie"],
  ["Christopher", "Chris"],
  ["Edward", "Ted", "Eddie"],
  ["Franziska", "Franzi"],
  ["Günther", "Gunter"],
  ["Ulrich", "Uli"],
  ["Wolfgang", "Wolf"],
  ["Joseph", "Joe"],
  ["Anthony", "Tony"],
  ["Rebecca", "Becky"],
  ["Patricia", "Pat", "Trish"],
  ["Samuel", "Sam"],
  ["Nicholas", "Nick"],
  ["Anna"],
  ["Sören"],
  ["Jürgen"],
  ["Björn"],
  ["Zoë"],
  ["Renée"],
  ["Lukas"],
  ["Emma"],
  ["Mia"],
  ["Paul"],
  ["Olga"],
  ["Ivan"],
  ["Priya"],
  ["Arjun"],
  ["Mei"],
  ["Hiroshi"],
  ["Fatima"],
  ["Omar"],
  ["Leyla"],
  ["Emre"],
  ["José"],
  ["Lucía"],
  ["François"],
  ["Chloé"],
  ["Giulia"],
  ["Marco"],
  ["Ingrid"],
  ["Lars"],
  ["Agnieszka"],
];
const STARTS =
  "Mü Schm Bau Hof Fisch Weber Kö Grö Ha Lin Ber Stein Wal Kra Sö Pfei Schul Zim Bran Neu Al Bor Car Dun Fer Gar Hol Jen Kel Lar Mar Nor Ost Par Ros San Tor Ur Vol Win".split(
    " ",
  );
const MIDDLES = ["", "ler", "en", "er", "gar", "man", "o", "i", "el", "ber", "ins", "ta"];
const ENDS =
  "mann berg feld er hauser sen ström ová ski stein ley ton ham wood ez ini eau bach ler dorf".split(
    " ",
  );
const UNITS = 60;
const EMPTY_TEXTS: Texts = ["", "", "", "", ""];

/** Common names are much more common than rare ones. */
function skewed(random: Random, size: number): number {
  return Math.floor(size * random.next() ** 2.5);
}

const ascii = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ü", "ue")
    .replaceAll("ö", "oe")
    .replaceAll("ä", "ae")
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9@.]/g, "");

export function makePeople(count: number, random: Random): Texts[] {
  const taken = new Map<string, number>();
  return Array.from({ length: count }, (_, index) => {
    const given = random.pick(GIVEN[skewed(random, GIVEN.length)] ?? ["Anna"]);
    const family = familyName(random);
    const name = `${ascii(given)}.${ascii(family)}`;
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    const email = mailbox(given, family, number);
    // Numbers with gaps, as long-lived personnel systems have.
    return [
      `E${1_000_000 + index * 7 + random.between(0, 6)}`,
      email,
      given,
      family,
      unitOf(random),
    ];
  });
}

const mailbox = (given: string, family: string, number: number) =>
  `${ascii(given)}.${ascii(family)}${number === 1 ? "" : number}@corp.example`;

function familyName(random: Random): string {
  const size = STARTS.length * MIDDLES.length * ENDS.length;
  const at = Math.floor(size * random.next() ** 3);
  const start = STARTS[at % STARTS.length] ?? "";
  const middle = MIDDLES[Math.floor(at / STARTS.length) % MIDDLES.length] ?? "";
  return `${start}${middle}${ENDS[Math.floor(at / STARTS.length / MIDDLES.length)] ?? ""}`;
}

const unitOf = (random: Random) => `Unit ${skewed(random, UNITS)}`;

const FLAWS = ["nickname", "digits", "surname", "umlaut", "typo", "duplicate"] as const;

export function makeAccounts(people: readonly Texts[], count: number, random: Random): Account[] {
  const strangers = makePeople(Math.ceil(count * 0.05) + 1, random).map(
    ([id, email, given, family, unit]): Texts => [
      `E8${id.slice(2)}`,
      email.replace(/\d*@corp/, `${random.between(2, 99)}@former`),
      given,
      family,
      unit,
    ],
  );
  const order = random.sample(
    people.map((_, at) => at),
    people.length,
  );
  const mailboxes = new Set(people.map(([, email]) => email));
  // Mailboxes that are made for flawed accounts are unique as well.
  const mailboxOf = (given: string, family: string): string => {
    for (let number = 1; ; number++) {
      const email = mailbox(given, family, number);
      if (mailboxes.has(email)) continue;
      mailboxes.add(email);
      return email;
    }
  };
  let stranger = 0;
  return Array.from({ length: count }, (_, at): Account => {
    if (random.chance(0.05)) {
      return {
        texts: thinned(strangers[stranger++ % strangers.length] ?? EMPTY_TEXTS, random),
        owner: -1,
        isFlawed: false,
      };
    }
    const isFlawed = random.chance(0.1);
    const owner = order[at % order.length] ?? 0;
    const person = people[owner];
    if (!person) throw new Error("There are no people");
    const texts = isFlawed ? flawed(person, random, mailboxOf) : person;
    return { texts: thinned(texts, random), owner, isFlawed };
  });
}

/** Systems rarely know everything: a third of the accounts has no personnel number, a fifth no unit. */
function thinned([id, email, given, family, unit]: Texts, random: Random): Texts {
  return [random.chance(0.33) ? "" : id, email, given, family, random.chance(0.2) ? "" : unit];
}

function flawed(
  texts: Texts,
  random: Random,
  mailboxOf: (given: string, family: string) => string,
): Texts {
  const unit = texts[4];
  let [id, email, given, family] = texts;
  const flaws = random.sample(FLAWS, random.chance(0.2) ? 2 : 1);
  for (const flaw of flaws) {
    if (flaw === "nickname") {
      given = random.pick(GIVEN.find((names) => names.includes(texts[2])) ?? [given]);
      if (random.chance(0.5)) email = mailboxOf(given, family);
    } else if (flaw === "digits") id = transposed(id, random);
    else if (flaw === "typo") family = transposed(family, random);
    else if (flaw === "umlaut")
      family = random.chance(0.5)
        ? asciiName(family)
        : family.normalize("NFKD").replaceAll(/\p{M}/gu, "");
    else if (flaw === "surname") {
      family = familyName(random);
      // Half of the systems rename the mailbox as well.
      if (random.chance(0.5)) email = mailboxOf(given, family);
    } else email = `adm.${email}`;
  }
  return [id, email, given, family, unit];
}

const asciiName = (name: string) =>
  name.replaceAll("ü", "ue").replaceAll("ö", "oe").replaceAll("ä", "ae");

/** Two neighbouring characters, not the first, change places. */
function transposed(text: string, random: Random): string {
  const at = random.between(1, Math.max(1, text.length - 2));
  return (
    text.slice(0, at) +
    text
      .slice(at, at + 2)
      .split("")
      .toReversed()
      .join("") +
    text.slice(at + 2)
  );
}
