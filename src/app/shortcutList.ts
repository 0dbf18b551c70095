/** The shortcuts of the help list for a platform. Pure. */
import type { FrameMessages } from "./frameMessages.ts";

interface Shortcut {
  readonly press: readonly string[];
  readonly does: keyof FrameMessages["keys"];
}

interface Place {
  readonly where: "everywhere" | "inBuilder";
  readonly keys: readonly Shortcut[];
}

/** The platform's key for Ctrl. @param platform the browser's platform name. */
export function controlOn(platform: string): "⌘" | "Ctrl" {
  return /Mac|iPhone|iPad/.test(platform) ? "⌘" : "Ctrl";
}

export function shortcutsOn(platform: string): readonly Place[] {
  const control = controlOn(platform);
  return [
    {
      where: "everywhere",
      keys: [
        { press: [`${control} K`], does: "find" },
        { press: ["?"], does: "list" },
        { press: ["/"], does: "search" },
        { press: ["Tab"], does: "next" },
        { press: ["Enter"], does: "press" },
        { press: ["Esc"], does: "close" },
      ],
    },
    {
      where: "inBuilder",
      keys: [
        { press: ["↑", "↓"], does: "row" },
        { press: ["Page Up", "Page Down"], does: "page" },
        { press: ["Home", "End"], does: "ends" },
        { press: ["A … Z"], does: "typed" },
        { press: ["Space"], does: "tick" },
        { press: [control === "⌘" ? "⇧ Space" : "Shift Space"], does: "range" },
        { press: ["←", "→"], does: "collapse" },
        { press: [`${control} Z`, control === "⌘" ? "⇧ ⌘ Z" : "Ctrl Y"], does: "undo" },
      ],
    },
  ];
}
