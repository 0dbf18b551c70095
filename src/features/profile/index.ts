export { profileForm, updateProfileCall } from "./model.ts";
export { profileRoute } from "./route.ts";
