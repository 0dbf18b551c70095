/** The help shows the builder's keys for the platform. */
import { expect, it } from "vitest";
import { shortcutsOn } from "#src/app/shortcutList.ts";
import { undoKey } from "#src/features/policy-builder/selection/selectionSteps.ts";

function undoKeysOn(platform: string): readonly string[] {
  const keys = shortcutsOn(platform).flatMap((place) => place.keys);
  return keys.find(({ does }) => does === "undo")?.press ?? [];
}

it.each([
  ["MacIntel", ["⌘ Z", "⇧ ⌘ Z"]],
  ["iPad", ["⌘ Z", "⇧ ⌘ Z"]],
  ["Win32", ["Ctrl Z", "Ctrl Y"]],
  ["Linux x86_64", ["Ctrl Z", "Ctrl Y"]],
])("lists undo and redo with the builder's keys on %s", (platform, expected) => {
  const keys = undoKeysOn(platform);
  expect(keys).toEqual(expected);
  const asked = keys.map((press) => {
    const parts = press.split(" ");
    return undoKey({
      key: parts.at(-1) ?? "",
      ctrlKey: parts.includes("Ctrl"),
      metaKey: parts.includes("⌘"),
      shiftKey: parts.includes("⇧"),
      altKey: false,
    });
  });
  expect(asked).toEqual(["undo", "redo"]);
});
