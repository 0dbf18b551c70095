import { expect, test } from "vitest";
import { createTypeAhead } from "#src/ui/virtual-rows/typeAhead.ts";

const NONE = { ctrlKey: false, metaKey: false, altKey: false };

/** What each key gives, one every 100 ms; a number is a pause. */
function typed(...keys: readonly (string | number)[]) {
  const typing = createTypeAhead();
  let timeStamp = 5000;
  return keys.flatMap((key) => {
    timeStamp += typeof key === "number" ? key : 100;
    return typeof key === "number" ? [] : [typing.add({ ...NONE, key, timeStamp })];
  });
}

test("letters make a text until there is a pause", () => {
  expect(typed("w", "i", "r", 900, "l")).toEqual(["w", "wi", "wir", "l"]);
});

test("one letter again and again stays one letter, so that it goes from row to row", () => {
  expect(typed("p", "p", "p")).toEqual(["p", "p", "p"]);
  expect(typed("p", "p", "a")).toEqual(["p", "p", "ppa"]);
});

test("a space is a command at first, and a letter in a text", () => {
  expect(typed(" ", "h", "r", " ", "p")).toEqual([null, "h", "hr", "hr ", "hr p"]);
});

test("letters beyond the first plane count as one, named keys and keys of the app as none", () => {
  expect(typed("𐐀", "Enter", "ArrowDown", "/", "?")).toEqual(["𐐀", null, null, null, null]);
  const typing = createTypeAhead();
  expect(typing.add({ ...NONE, ctrlKey: true, key: "a", timeStamp: 5000 })).toBeNull();
});
