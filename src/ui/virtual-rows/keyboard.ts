/** The action of a key in a list of rows: go to a row, act on the active one, or nothing (null). */
export type RowCommand =
  | { kind: "go"; index: number }
  | { kind: "toggle" | "expand" | "collapse" | "open"; index: number }
  | null;

type Keys = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
};

/** `pageSize` in rows. An active row of -1 means that there is none yet. */
export function rowCommand(
  event: Keys,
  active: number,
  rowCount: number,
  pageSize: number,
): RowCommand {
  if (rowCount === 0 || event.altKey) return null;
  const last = rowCount - 1;
  const go = (index: number): RowCommand => ({
    kind: "go",
    index: Math.min(last, Math.max(0, index)),
  });
  const jump = event.ctrlKey || event.metaKey;
  if (jump && event.key !== "Home" && event.key !== "End") return null;
  const step = Math.max(1, pageSize - 1);
  switch (event.key) {
    case "ArrowDown":
      return go(active + 1);
    case "ArrowUp":
      return go(active < 0 ? 0 : active - 1);
    case "PageDown":
      return go(Math.max(active, 0) + step);
    case "PageUp":
      return go(Math.max(active, 0) - step);
    case "Home":
      return go(0);
    case "End":
      return go(last);
  }
  if (active < 0 || active > last) return null;
  switch (event.key) {
    case " ":
      return { kind: "toggle", index: active };
    case "ArrowRight":
      return { kind: "expand", index: active };
    case "ArrowLeft":
      return { kind: "collapse", index: active };
    case "Enter":
      return { kind: "open", index: active };
    default:
      return null;
  }
}
