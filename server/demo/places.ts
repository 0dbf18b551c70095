/** Where the bank is: in a region by the sea. */

/** The first is the head office, where all but the branches work. */
export const PLACES: readonly string[] = [
  "Port Harlan Head Office",
  "Port Harlan Quayside",
  "Vale Heights",
  "Kingsferry",
  "Old Mill Street",
  "St. Maren's",
  "Ashby Cross",
  "Coldwater Bay",
  "Little Norrington",
  "Upper Vale",
  "Saint-Rémy",
  "Ålund",
  "Møllehaven",
  "Red Lion Square",
  "Ferrybridge",
  "Castle Combe Road",
  "Thornley Park",
  "University Quarter",
  "Airport Terminal 2",
  "Operations Centre East",
];
