export { mappingText, targetText } from "./mappingText.ts";
export { mappingMessages, type MappingMessages } from "./messages.ts";
export { toFieldMapping } from "./route.ts";
