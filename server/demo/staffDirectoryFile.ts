/** Accounts of the bank's staff directory, with the flaws that years of manual work leave. */
import type { DnConfig } from "#events/entities/mapping.ts";
import { buildDn, unitOf } from "#events/rules/mappings/dn.ts";
import { csvFile, nicknameOf, transposeDigits, withoutAccents } from "./flaws.ts";
import type { Person } from "./people.ts";
import { Random } from "./random.ts";

export const STAFF_DIRECTORY = "Staff Directory";
export const STAFF_FILE = "staff-directory.csv";
const SEED = 20_261_126;

export const STAFF_COLUMNS = [
  "uid",
  "dn",
  "cn",
  "givenName",
  "sn",
  "mail",
  "title",
  "ou",
  "employeeNumber",
  "status",
] as const;
type Entry = Readonly<Record<(typeof STAFF_COLUMNS)[number], string>>;

/** Where the directory has the accounts. */
export const STAFF_NAMES: DnConfig = {
  rdnAttribute: "uid",
  base: "ou=Staff,dc=harborvale,dc=example",
  unitSource: "department",
  units: [
    { value: "Retail Branches", path: "ou=Branches" },
    { value: "Contact Centre", path: "ou=Service" },
    { value: "Internal Audit", path: "ou=Control,ou=Head Office" },
    { value: "Compliance", path: "ou=Control,ou=Head Office" },
  ],
  fallback: "ou=Head Office",
};

/** Probabilities of flaws. */
const FLAW = {
  missing: 0.015,
  transposed: 0.01,
  numberless: 0.015,
  nickname: 0.06,
  formerName: 0.015,
  oldUnit: 0.02,
  oldTitle: 0.02,
} as const;
/** People who have a second account. */
const DUPLICATES = 6;
/** Accounts of nobody. */
const SERVICES = ["backup", "mailrelay", "monitoring", "printing", "scanner", "voicemail"];

export function makeStaffFile(people: readonly Person[]): Buffer {
  const random = new Random(SEED);
  const known = people.filter(() => !random.chance(FLAW.missing));
  const entries = known.map((person) => entryOf(person, people, random));
  const second = random.sample(known, DUPLICATES).map((person) => ({
    ...entryOf(person, people, random),
    uid: `${person.username}.adm`,
    dn: nameOf(`${person.username}.adm`, ""),
    employeeNumber: "",
    mail: "",
  }));
  const services = SERVICES.map((name) => ({
    ...EMPTY,
    uid: `svc-${name}`,
    dn: nameOf(`svc-${name}`, ""),
    cn: `Service ${name}`,
    sn: name,
    status: "active",
  }));
  const rows: readonly Entry[] = [...entries, ...second, ...services];
  return csvFile([STAFF_COLUMNS, ...rows.map((row) => STAFF_COLUMNS.map((name) => row[name]))]);
}

const EMPTY = { givenName: "", mail: "", title: "", ou: "", employeeNumber: "" };

function nameOf(uid: string, department: string): string {
  return buildDn(STAFF_NAMES, uid, unitOf(STAFF_NAMES, department) ?? "");
}

function entryOf(person: Person, people: readonly Person[], random: Random): Entry {
  const { id, username, email, job } = person;
  const given = random.chance(FLAW.nickname)
    ? (nicknameOf(person.givenName) ?? person.givenName)
    : person.givenName;
  const family = random.chance(FLAW.formerName)
    ? random.pick(people).familyName
    : person.familyName;
  const spelled = random.chance(0.3) ? withoutAccents : (text: string) => text;
  const department = random.chance(FLAW.oldUnit)
    ? random.pick(people).job.department
    : job.department;
  const draw = random.next();
  const number =
    draw < FLAW.transposed
      ? (transposeDigits(id, random) ?? id)
      : draw < FLAW.transposed + FLAW.numberless
        ? ""
        : id;
  return {
    uid: username,
    dn: nameOf(username, department),
    cn: spelled(`${given} ${family}`),
    givenName: spelled(given),
    sn: spelled(family),
    mail: email,
    title: random.chance(FLAW.oldTitle) ? random.pick(people).job.title : job.title,
    ou: department,
    employeeNumber: number,
    status: "active",
  };
}
