/** Texts of previews of HR systems. */
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import { createCatalogue } from "../../ui/language/catalogue.ts";

const kinds: Readonly<Record<PersonHistoryKind, string>> = {
  joined: "Joins",
  moved: "Moves",
  changed: "Changes",
  left: "Leaves",
  returned: "Returns",
};
const kindHints: Readonly<Record<PersonHistoryKind, string>> = {
  joined: "The directory does not have the person yet.",
  moved: "The person gets another job title, department or location.",
  changed: "Other details of the person change.",
  left: "The person leaves their job title, department and location, and policies grant them nothing.",
  returned: "The person had left and is employed again.",
};

const english = {
  kinds,
  kindHints,
  generate: "Generate preview",
  none: "No preview yet",
  noneWhy:
    "A preview reads the HR system and shows who joins, moves, changes, leaves or returns. It changes nothing until you approve it.",
  waits: "The plan waits for your decision",
  waitsWhy: "Apply it to change these people, or reject it. The next scheduled import replaces it.",
  holdsUpWhy:
    "Apply it to change these people, or reject it. Scheduled imports and new versions of the file wait until then.",
  notListed: "The people of this import are not listed.",
  cut: (number: string) => `Only the first ${number} people are listed.`,
  mappingsWhat:
    "The preview uses the published settings. To see what unpublished mappings give, open",
  mappings: "Field mapping",
  objects: "Objects of the system",
  people: "People",
  peopleWhat: "People whom the plan changes, as they would be",
  peopleThen: "People whom the plan changed or would have changed, when it was made",
  search: "Search people",
  anyKind: "Any change",
  kind: "Change",
  person: "Person",
  changes: "Details",
  nobody: "No people match your selection",
};

export type HrPreviewMessages = typeof english;
export const hrPreviewMessages = createCatalogue(english, {
  de: async () => (await import("./hrPreviewMessages.de.ts")).german,
});
