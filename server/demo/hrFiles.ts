/** Two exports of the bank's HR system: last month's, which was imported, and today's, which waits for a decision. */
import { csvFile } from "./flaws.ts";
import type { Person } from "./people.ts";
import { Random } from "./random.ts";

const SEED = 20_261_122;
/** People whose surname differs from the one in their address. */
const RENAMED = 6;
const JOINERS = 14;
const LEAVERS = 9;
const MOVERS = 11;
/** People who got a second number when they returned. */
const DUPLICATES = 2;

export const HR_COLUMNS = [
  "Employee no",
  "First name",
  "Last name",
  "Work email",
  "Position",
  "Department",
  "Site",
  "Reports to",
  "Cost centre",
  "Contract",
  "Start date",
] as const;

export interface HrFiles {
  readonly imported: Buffer;
  readonly waiting: Buffer;
}

export function makeHrFiles(people: readonly Person[]): HrFiles {
  const random = new Random(SEED);
  const renamed = new Set(random.sample(people, RENAMED));
  const last = people.map((person) =>
    renamed.has(person) ? { ...person, familyName: random.pick(people).familyName } : person,
  );
  return {
    imported: fileOf(last, new Random(SEED)),
    waiting: fileOf(changed(last, random), new Random(SEED)),
  };
}

/** Nobody who leaves or gets a second number manages others. */
function changed(people: readonly Person[], random: Random): readonly Person[] {
  const staff = people.filter(({ job }) => job.level === 1);
  const some = random.sample(staff, LEAVERS + MOVERS + DUPLICATES + JOINERS);
  const leavers = new Set(some.slice(0, LEAVERS));
  const movers = new Set(some.slice(LEAVERS, LEAVERS + MOVERS));
  const returned = some.slice(LEAVERS + MOVERS, LEAVERS + MOVERS + DUPLICATES);
  const colleagues = some.slice(-JOINERS);
  const stayed = people
    .filter((person) => !leavers.has(person))
    .map((person) => {
      if (!movers.has(person)) return person;
      const { location } = random.pick(staff);
      return { ...random.pick(staff), ...named(person), location };
    });
  const first = 10_001 + people.length;
  const added = [...returned, ...colleagues].map((person, at) => ({
    ...person,
    ...(at >= DUPLICATES && {
      givenName: random.pick(people).givenName,
      familyName: random.pick(people).familyName,
      email: "",
    }),
    id: `HV${first + at}`,
    startDate: "2026-12-01",
  }));
  return [...stayed, ...added];
}

const named = ({ id, username, givenName, familyName, email, startDate, employment }: Person) => ({
  id,
  username,
  givenName,
  familyName,
  email,
  startDate,
  employment,
});

function fileOf(people: readonly Person[], random: Random): Buffer {
  return csvFile([
    HR_COLUMNS,
    ...people.map((person) => [
      person.id,
      random.chance(0.02) ? `${person.givenName} ` : person.givenName,
      person.familyName,
      random.chance(0.04) ? person.email.toUpperCase() : person.email,
      random.chance(0.02) ? ` ${person.job.title}` : person.job.title,
      person.job.department,
      person.location,
      person.managerId ?? "",
      person.costCentre,
      person.employment,
      person.startDate,
    ]),
  ]);
}
