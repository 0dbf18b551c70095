import { EditorView } from "@codemirror/view";

/** The look of other text fields. Custom properties reach into the shadow tree. */
export const theme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "transparent", fontSize: "13px" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "20px" },
  ".cm-content": { padding: "5px 0", caretColor: "var(--text)" },
  ".cm-line": { padding: "0 10px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--accent-muted)" },
  ".cm-problem": {
    textDecoration: "underline wavy var(--error-solid)",
    textUnderlineOffset: "3px",
    backgroundColor: "var(--error-subtle)",
  },
  ".cm-problem-at": { borderLeft: "2px solid var(--error-solid)" },
  ".cm-tooltip": {
    border: "1px solid var(--border)",
    borderRadius: "var(--radius-small)",
    backgroundColor: "var(--surface-raised)",
    color: "var(--text)",
    boxShadow: "var(--shadow-float)",
    maxWidth: "min(92vw, 480px)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--font-mono)",
    maxHeight: "200px",
    minWidth: "min(80vw, 260px)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "4px 10px", lineHeight: "18px" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--accent-solid)",
    color: "var(--on-accent)",
  },
  ".cm-completionDetail": { fontStyle: "normal", marginLeft: "10px", opacity: "1" },
  ".cm-completionInfo": { padding: "6px 10px", fontFamily: "var(--font)", fontSize: "12px" },
});
