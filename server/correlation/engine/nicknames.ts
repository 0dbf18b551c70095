/** Short forms of given names, in English and German. */
import { normalise } from "./text.ts";

const GROUPS: readonly string[] = [
  "Abigail Abby",
  "Alexander Alex Sascha Sandro",
  "Alexandra Alex Sandra",
  "Andrew Andy Drew",
  "Andreas Andi",
  "Angelika Geli",
  "Anthony Tony",
  "Barbara Barb Babsi",
  "Benjamin Ben Benny",
  "Bernhard Bernd",
  "Brigitte Gitte",
  "Catherine Katherine Kathryn Cathy Kathy Kate Katie",
  "Katharina Kathi Kati Käthe",
  "Charles Charlie Chuck",
  "Christian Chris",
  "Christina Christine Chris Tina",
  "Christopher Chris Topher",
  "Christoph Chris Stoffel",
  "Daniel Dan Danny",
  "David Dave",
  "Deborah Deb Debbie",
  "Dorothy Dot Dottie",
  "Edward Ed Eddie Ted",
  "Eduard Edi",
  "Eleanor Ellie Nell",
  "Elisabeth Elizabeth Liz Lisa Beth Betty Elli Lisbeth Sissi",
  "Ferdinand Ferdi",
  "Florian Flo",
  "Frances Fran Fanny",
  "Francis Frank",
  "Franziska Franzi",
  "Friedrich Fritz Fred",
  "Gabriele Gabriela Gabi",
  "George Georgie",
  "Georg Schorsch",
  "Gerhard Gerd Hardy",
  "Gregory Greg",
  "Günther Gunter Günni",
  "Gustav Gus",
  "Hans Johannes Johann Jo Hannes",
  "Heinrich Heinz Heiner",
  "Helena Helene Lena Leni",
  "Henry Harry Hank",
  "Jacob Jake",
  "Jakob Jockel",
  "James Jim Jimmy Jamie",
  "Jennifer Jen Jenny",
  "Jessica Jess Jessie",
  "Joachim Achim Jochen",
  "Joanna Jo",
  "Johanna Hanna Hanni",
  "John Jack Johnny",
  "Jonathan Jon Nathan",
  "Joseph Joe Joey",
  "Josef Sepp Jupp",
  "Karl Carl Kalle",
  "Klaus Nikolaus Niko",
  "Konrad Conrad Conny",
  "Kenneth Ken Kenny",
  "Kimberly Kim",
  "Lawrence Larry",
  "Ludwig Lutz Wiggerl",
  "Magdalena Lena Leni",
  "Manfred Manni Fred",
  "Margaret Maggie Meg Peggy",
  "Margarete Margarethe Grete Gretel Margit",
  "Maria Mary Mitzi Mia",
  "Martin Marty",
  "Matthew Matt",
  "Matthias Mathias Matze Hias",
  "Maximilian Max Maxi",
  "Michael Mike Mick Michi Michel",
  "Michaela Michi Ela",
  "Nicholas Nick Nicky",
  "Olivia Liv Livvy",
  "Pamela Pam",
  "Patrick Pat Paddy",
  "Patricia Pat Patty Trish",
  "Peter Pete",
  "Philip Phil",
  "Philipp Lipp",
  "Rebecca Becky Becca",
  "Richard Rick Dick Rich",
  "Robert Bob Bobby Rob Robbie",
  "Ronald Ron Ronnie",
  "Rudolf Rudi Rolf",
  "Samantha Sam",
  "Samuel Sam Sammy",
  "Sebastian Basti Seb",
  "Siegfried Sigi",
  "Simon Si",
  "Sophia Sophie Sofie",
  "Stefan Stephan Steffen Steff",
  "Stephen Steven Steve",
  "Susanne Susan Sue Susi Sanne Suzy",
  "Theodor Theodore Theo Ted",
  "Theresa Therese Resi Terry",
  "Thomas Tom Tommy",
  "Timothy Tim Timmy",
  "Ulrich Uli Ulli",
  "Ulrike Uli Rike",
  "Ursula Uschi Ulla",
  "Victoria Vicky Tori",
  "Waltraud Traudl",
  "Walter Walt",
  "Wilhelm Willi Helmut",
  "William Bill Billy Will Liam",
  "Wolfgang Wolf Wolfi",
];

/** By normalised name: the numbers of its groups. */
const GROUPS_OF: ReadonlyMap<string, readonly number[]> = (() => {
  const groups = new Map<string, number[]>();
  GROUPS.forEach((names, group) => {
    for (const name of names.split(" ").map(normalise)) {
      groups.set(name, [...(groups.get(name) ?? []), group]);
    }
  });
  return groups;
})();

/** Of normalised names. */
export function areNicknames(one: string, other: string): boolean {
  const groups = GROUPS_OF.get(one);
  if (groups === undefined) return false;
  const others = GROUPS_OF.get(other);
  return others !== undefined && groups.some((group) => others.includes(group));
}

/** @returns texts under which a normalised name is found: its own, and those of its groups. */
export function nicknameKeys(name: string): readonly string[] {
  return [name, ...(GROUPS_OF.get(name) ?? []).map((group) => `#${group}`)];
}
