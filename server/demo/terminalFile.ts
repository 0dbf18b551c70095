/** Accounts of the treasury's market data terminal, with flaws that a preview finds. */
import { csvFile } from "./flaws.ts";
import type { Person } from "./people.ts";

export const TERMINAL = "Market Data Terminal";
export const TERMINAL_TEAM = "Treasury";
export const TERMINAL_FILE = "terminal-accounts.csv";
export const TERMINAL_COLUMNS = [
  "Login",
  "Employee no",
  "Name",
  "Mail",
  "Desk",
  "Status",
  "Package",
] as const;

/** Packages by job title, which the policies of the job titles grant. */
export const TERMINAL_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "Treasury Analyst": ["Market Data", "Yield Curves"],
  Dealer: ["Market Data", "Order Entry"],
  Treasurer: ["Market Data", "Yield Curves", "Limit Approval"],
};

/** Positions of affected people in the team: `from`, and then every `every`-th. */
const MISSING = { every: 6, from: 2 };
const OLD_ADDRESS = { every: 5, from: 0 };
const OLD_PACKAGES = { every: 7, from: 1 };
/** Former members of the team whose accounts nobody has disabled. */
const MOVED = 3;

const isAffected = (index: number, { every, from }: typeof MISSING) => index % every === from;

export function makeTerminalFile(people: readonly Person[]): Buffer {
  const team = people.filter(({ job }) => job.department === TERMINAL_TEAM);
  const moved = people.filter(({ job }) => job.title === "Accountant").slice(0, MOVED);
  const rows = team.flatMap((person, index) => {
    if (isAffected(index, MISSING)) return [];
    const due = TERMINAL_PACKAGES[person.job.title] ?? [];
    const held = isAffected(index, OLD_PACKAGES) ? ["Limit Approval", ...due.slice(1)] : due;
    return rowsOf(person, held, isAffected(index, OLD_ADDRESS));
  });
  return csvFile([
    TERMINAL_COLUMNS,
    ...rows,
    ...moved.flatMap((person) => rowsOf(person, ["Market Data"], false)),
  ]);
}

function rowsOf(person: Person, packages: readonly string[], isOld: boolean): string[][] {
  const { id, username, givenName, familyName, email, location } = person;
  const mail = isOld ? email.replace("@", "@old.") : email;
  const desk = isOld ? "Trading Floor 2" : location;
  return packages.map((name) => [
    username,
    id,
    `${givenName} ${familyName}`,
    mail,
    desk,
    "active",
    name,
  ]);
}
