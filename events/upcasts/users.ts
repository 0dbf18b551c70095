import type { Upcast } from "../kernel/upcast.ts";
import { messageOfText } from "./oldText.ts";

/** A refusal contained the user with an English reason. */
const withRefusal = (payload: unknown): unknown => {
  const { body, ...answer } = payload as { readonly body: { readonly refusal: unknown } };
  const refusal = body.refusal === null ? null : messageOfText(body.refusal);
  return { ...answer, body: { ...body, refusal } };
};

export const usersUpcasts: readonly Upcast[] = [
  "users/getUserSucceeded",
  "users/createUserSucceeded",
  "users/updateUserSucceeded",
  "users/patchUserSucceeded",
  "users/undoUserChangeSucceeded",
].map((type) => ({ type, from: 1, up: withRefusal }));
