/** Milliseconds after which a key starts a new text. */
const PAUSE = 800;
/** Global shortcuts of the app. */
const TAKEN = new Set(["/", "?"]);

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "timeStamp">;

/** Collects type-ahead text in a list. A space continues a started text; otherwise it is a command. */
export function createTypeAhead(): { add: (press: Press) => string | null } {
  let text = "";
  let last = 0;
  return {
    /** @returns the text so far, one letter if it is repeated; null for a key that types nothing */
    add({ key, ctrlKey, metaKey, altKey, timeStamp }) {
      if (ctrlKey || metaKey || altKey || Array.from(key).length !== 1 || TAKEN.has(key))
        return null;
      if (timeStamp - last > PAUSE) text = "";
      if (key === " " && text === "") return null;
      last = timeStamp;
      text += key;
      const letters = Array.from(text);
      return letters.every((letter) => letter === letters[0]) ? (letters[0] ?? null) : text;
    },
  };
}
