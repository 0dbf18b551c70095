import type { CodeMessages } from "./messages.ts";

export const german: CodeMessages = {
  phrases: { Completions: "Vorschläge", "Control character": "Steuerzeichen" },
};
