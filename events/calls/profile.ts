/** The signed-in user's own data. The session needs it from the first visit on, and so it is apart from other users. */
import { JsonPatch } from "../entities/jsonPatch.ts";
import { User } from "../entities/user.ts";
import { defineCall } from "../kernel/call.ts";

/** Changes the user's own names, addresses and phones, which are fields of `Profile`. A failed test is an ECONFLICT. */
export const updateProfile = defineCall({
  name: "users/updateProfile",
  summary: "Change parts of your profile",
  method: "PATCH",
  endpoint: "/api/users/current",
  permission: "UserSelfUpdate",
  schema: { body: JsonPatch, responses: { 200: User } },
});
