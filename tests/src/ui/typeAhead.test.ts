import { expect, test } from "vitest";
import { createTypeAhead } from "#src/ui/virtual-rows/typeAhead.ts";

const NONE = { ctrlKey: false, metaKey: false, altKey: false };

/** The result of each key, one every 100 ms; a number is a pause. */
function typed(...keys: readonly (string | number)[]) {
  const typing = createTypeAhead();
  let timeStamp = 5000;
  return keys.flatMap((key) => {
    timeStamp += typeof key === "number" ? key : 100;
    return typeof key === "number" ? [] : [typing.add({ ...NONE, key, timeStamp })];
  });
}

test("letters form a text until a pause", () => {
  expect(typed("w", "i", "r", 900, "l")).toEqual(["w", "wi", "wir", "l"]);
});

test("a repeated letter stays one letter, so that it moves from row to row", () => {
  expect(typed("p", "p", "p")).toEqual(["p", "p", "p"]);
  expect(typed("p", "p", "a")).toEqual(["p", "p", "ppa"]);
});

test("a leading space is a command, and a later one part of the text", () => {
  expect(typed(" ", "h", "r", " ", "p")).toEqual([null, "h", "hr", "hr ", "hr p"]);
});

test("supplementary characters count as one, and named keys and shortcuts as none", () => {
  expect(typed("𐐀", "Enter", "ArrowDown", "/", "?")).toEqual(["𐐀", null, null, null, null]);
  const typing = createTypeAhead();
  expect(typing.add({ ...NONE, ctrlKey: true, key: "a", timeStamp: 5000 })).toBeNull();
});
