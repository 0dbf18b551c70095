/** The lexical structure of CEL (Common Expression Language), for colours and brackets. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const TEXT = /^[rRbB]{0,2}(?:"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)/;
const NUMBER = /^(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?/;
const WORD = /^[A-Za-z_]\w*/;
const KEYWORDS = new Set(["true", "false", "null", "in"]);

const language = StreamLanguage.define({
  name: "cel",
  languageData: {
    commentTokens: { line: "//" },
    closeBrackets: { brackets: ["(", "[", "{", '"', "'"] },
  },
  token: (stream) => {
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(TEXT)) return "string";
    if (stream.match(NUMBER)) return "number";
    const word = stream.match(WORD);
    if (word && word !== true) {
      if (KEYWORDS.has(word[0])) return "keyword";
      return stream.peek() === "(" ? "function" : "variable";
    }
    stream.next();
    return "operator";
  },
  tokenTable: {
    function: tags.function(tags.variableName),
    variable: tags.variableName,
  },
});

const colours = HighlightStyle.define([
  { tag: tags.string, color: "var(--success-text)" },
  { tag: tags.number, color: "var(--info-text)" },
  { tag: tags.keyword, color: "var(--accent-text)", fontWeight: "600" },
  { tag: tags.function(tags.variableName), color: "var(--accent-text)" },
  { tag: tags.comment, color: "var(--text-muted)", fontStyle: "italic" },
]);

export const celLanguage = [language, syntaxHighlighting(colours)];
