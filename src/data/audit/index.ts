export { actionMessages, type ActionMessages } from "./actionMessages.ts";
export { actionName } from "./actionName.ts";
export { fieldMessages, type FieldMessages } from "./fieldMessages.ts";
export { changesInWords, fieldText } from "./fieldTexts.ts";
export { useChangesInWords } from "./useChangesInWords.ts";
