export { actionMessages, type ActionMessages } from "./actionMessages.ts";
export { actionName } from "./actionName.ts";
