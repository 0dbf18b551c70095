/** The bank's locations in a coastal region. */

/** The first is the head office, the workplace of everyone outside the branches. */
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
