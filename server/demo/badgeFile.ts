/** The badges of the bank's buildings, as guards typed them: with nicknames, transposed digits and old surnames. */
import { DAY_MS, dayOf } from "#events/rules/time.ts";
import type { Account } from "./accounts.ts";
import { csvFile, nicknameOf, transposeDigits, withoutAccents } from "./flaws.ts";
import type { Person } from "./people.ts";
import { Random } from "./random.ts";

export const BADGES = "Building Access";
const SEED = 20_261_123;
const USE_SEED = 20_261_126;

/** The column with the day on which a badge opened a door for the last time. */
export const LAST_OPENED = "Last opened";

export const BADGE_COLUMNS = [
  "Badge",
  "Holder",
  "Employee no",
  "Mail",
  "Site",
  "Status",
  LAST_OPENED,
  "Zone",
] as const;

/** Zones that the system has twice. */
const MISSPELT: Readonly<Record<string, string>> = {
  "Branch Vault / Day": "Branch-Vault / Day",
  "Key Safe / Day": "KEY SAFE / DAY",
  "Wire Room / Day": "wire room / day",
};

/** People who lost their badge and have both. */
const DUPLICATES = 8;
const VISITORS = 6;

type Column = Exclude<(typeof BADGE_COLUMNS)[number], "Zone">;
type UnusedBadge = Readonly<Record<Exclude<Column, typeof LAST_OPENED>, string>> & {
  readonly zones: readonly string[];
};
type Badge = UnusedBadge & Readonly<Record<typeof LAST_OPENED, string>>;

/** @param now until when doors were opened */
export function makeBadgeFile(
  people: readonly Person[],
  accounts: readonly Account[],
  now: Date,
): Buffer {
  const days = new Random(USE_SEED);
  const random = new Random(SEED);
  const personOf = new Map(people.map((person) => [`Badge ${40_000 + numberOf(person)}`, person]));
  const badges = accounts
    .filter(({ resource }) => resource === BADGES)
    .map((account) => ({
      ...badgeOf(account, personOf.get(account.name), people, random),
      [LAST_OPENED]: lastOpened(days, now),
    }));
  const all = [...badges, ...duplicates(badges, random), ...visitors(badges, random)];
  return csvFile([
    BADGE_COLUMNS,
    ...all.flatMap(({ zones, ...badge }) =>
      (zones.length === 0 ? [""] : zones).map((zone) =>
        BADGE_COLUMNS.map((column) => (column === "Zone" ? zone : badge[column])),
      ),
    ),
  ]);
}

/** Most badges were used within three weeks, some not for months, and a few never. */
function lastOpened(random: Random, now: Date): string {
  const draw = random.next();
  if (draw < 0.01) return "";
  const days = draw < 0.06 ? random.between(95, 500) : random.between(0, 20);
  return dayOf(new Date(now.getTime() - days * DAY_MS));
}

const numberOf = ({ id }: Person) => Number(id.slice(2));

function badgeOf(
  { identityId, name, entitlements }: Account,
  person: Person | undefined,
  people: readonly Person[],
  random: Random,
): UnusedBadge {
  if (!person) throw new Error(`${name} belongs to nobody`);
  const { id, givenName, familyName, email, location } = person;
  let [given, family, number] = [givenName, familyName, identityId === null ? "" : id];
  const draw = random.next();
  if (draw < 0.03) number = transposeDigits(number, random) ?? number;
  else if (draw < 0.07) number = "";
  if (random.chance(0.12)) given = nicknameOf(given) ?? given;
  if (random.chance(0.02)) family = random.pick(people).familyName;
  const holder = random.chance(0.1) ? `${family}, ${given}` : `${given} ${family}`;
  return {
    Badge: name,
    Holder: random.chance(0.4) ? withoutAccents(holder) : holder,
    "Employee no": number,
    Mail: random.chance(0.15) ? "" : email,
    Site: location,
    Status: random.chance(0.01) ? "blocked" : "active",
    zones: [...entitlements].map((zone) =>
      zone in MISSPELT && random.chance(0.08) ? (MISSPELT[zone] ?? zone) : zone,
    ),
  };
}

function duplicates(badges: readonly Badge[], random: Random): Badge[] {
  const known = badges.filter((badge) => badge["Employee no"] !== "");
  return random.sample(known, DUPLICATES).map((badge, at) => ({
    ...badge,
    Badge: `Badge ${90_001 + at}`,
    "Employee no": "",
    Mail: "",
    zones: badge.zones.slice(0, 1),
  }));
}

function visitors(badges: readonly Badge[], random: Random): Badge[] {
  return Array.from({ length: VISITORS }, (_, at) => ({
    Badge: `Badge ${95_001 + at}`,
    Holder: `Visitor ${at + 1}`,
    "Employee no": "",
    Mail: "",
    Site: random.pick(badges).Site,
    Status: "active",
    [LAST_OPENED]: "",
    zones: [],
  }));
}
