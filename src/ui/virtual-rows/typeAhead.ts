/** Milliseconds after which a key begins a new text. */
const PAUSE = 800;
/** Keys of the app as a whole. */
const TAKEN = new Set(["/", "?"]);

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "timeStamp">;

/** Gathers what is typed on a list. A space belongs to a text that was begun; otherwise it is a command. */
export function createTypeAhead(): { add: (press: Press) => string | null } {
  let text = "";
  let last = 0;
  return {
    /** @returns the text so far, one letter when it is repeated; null for a key that types nothing */
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
