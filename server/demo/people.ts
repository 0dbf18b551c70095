/** The bank's people with job, place and manager. */
import { JOBS, type Job } from "./jobs.ts";
import { NAME_GROUPS, type NameGroup } from "./names.ts";
import { PLACES } from "./places.ts";
import type { Random } from "./random.ts";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly job: Job;
  readonly location: string;
  /** Null for the head of the bank. */
  readonly managerId: string | null;
  readonly costCentre: string;
  readonly employment: "Permanent" | "Fixed term" | "External";
  /** ISO 8601 date. */
  readonly startDate: string;
}

const MAIL_DOMAIN = "harborvale.example";
const FIRST_ID = 10_001;

export function makePeople(random: Random): Person[] {
  const usernames = new Set<string>();
  const placed = JOBS.flatMap((job) =>
    Array.from({ length: job.people }, (_, at) => ({ job, location: placeOf(job, at, random) })),
  );
  // Ids follow the order of joining, not the job.
  const order = random.sample(placed, placed.length);
  const people = order.map(({ job, location }, at) => {
    const [givenName, familyName] = nameOf(random);
    const username = usernameOf(givenName, familyName, usernames);
    return {
      id: `HV${FIRST_ID + at}`,
      username,
      givenName,
      familyName,
      email: `${username}@${MAIL_DOMAIN}`,
      job,
      location,
      costCentre: costCentreOf(job),
      employment: employmentOf(job),
      startDate: dayOf(at / order.length),
    };
  });
  const bosses = people.filter(({ job }) => job.level > 1);
  return people.map((person) => ({ ...person, managerId: managerOf(person, bosses) }));
}

function placeOf(job: Job, at: number, random: Random): string {
  const [headOffice, ...branches] = PLACES;
  if (job.department === "Retail Branches") return branches[at % branches.length] ?? "";
  if (random.chance(0.12)) return random.pick(branches);
  return headOffice ?? "";
}

function nameOf(random: Random): [given: string, family: string] {
  const given = groupOf(random);
  // Marriages and moves mix the groups.
  const family = random.chance(0.12) ? groupOf(random) : given;
  return [random.pick(given.given), random.pick(family.family)];
}

function groupOf(random: Random): NameGroup {
  let share = random.next() * NAME_GROUPS.reduce((sum, group) => sum + group.share, 0);
  const found = NAME_GROUPS.find((group) => (share -= group.share) < 0);
  return found ?? random.pick(NAME_GROUPS);
}

const SPELLED: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  ł: "l",
  đ: "d",
  ı: "i",
  ß: "ss",
};

/** @returns the text in lower-case ASCII letters and digits. */
function toAscii(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[øæłđıß]/g, (letter) => SPELLED[letter] ?? "")
    .replace(/[^a-z0-9]/g, "");
}

function usernameOf(givenName: string, familyName: string, taken: Set<string>): string {
  const name = `${toAscii(givenName).slice(0, 1)}${toAscii(familyName)}`;
  let username = name;
  for (let number = 2; taken.has(username); number++) username = `${name}${number}`;
  taken.add(username);
  return username;
}

function costCentreOf(job: Job): string {
  const departments = [...new Set(JOBS.map(({ department }) => department))];
  return `CC-${100 + 10 * departments.indexOf(job.department)}`;
}

function employmentOf(job: Job): Person["employment"] {
  if (job.title === "External Consultant") return "External";
  return /Seasonal|Trainee/.test(job.title) ? "Fixed term" : "Permanent";
}

const FIRST_DAY = Date.UTC(1994, 2, 1);
const LAST_DAY = Date.UTC(2026, 5, 1);

/** @param part 0 for the first to join, 1 for the last; more joined late than early. */
function dayOf(part: number): string {
  const time = FIRST_DAY + Math.sqrt(part) * (LAST_DAY - FIRST_DAY);
  return new Date(time).toISOString().slice(0, 10);
}

type Unmanaged = Omit<Person, "managerId">;

/**
 * The nearest superior: in the same place and department, otherwise in the department, otherwise the head of the bank.
 */
function managerOf(person: Unmanaged, bosses: readonly Unmanaged[]): string | null {
  const head = bosses.find(({ job }) => job.title === "Chief Executive Officer");
  if (person.id === head?.id) return null;
  const above = bosses.filter(
    ({ job }) => job.department === person.job.department && job.level > person.job.level,
  );
  const lowest = Math.min(...above.map(({ job }) => job.level));
  const nearest = above.filter(({ job }) => job.level === lowest);
  const near = nearest.find(({ location }) => location === person.location) ?? nearest[0];
  return near?.id ?? head?.id ?? null;
}
