import type { Upcast } from "../kernel/upcast.ts";
import { messageOfText } from "./oldText.ts";

/** A refusal contained the user with an English reason. */
const withRefusal = (payload: unknown): unknown => {
  const { body, ...answer } = payload as { readonly body: { readonly refusal: unknown } };
  const refusal = body.refusal === null ? null : messageOfText(body.refusal);
  return { ...answer, body: { ...body, refusal } };
};

interface ListedBody {
  readonly _embedded: { readonly users: readonly object[] };
}

/** Lists did not say when users last signed in. */
const withLastSignIn = (payload: unknown): unknown => {
  const { body, ...answer } = payload as { readonly body: ListedBody };
  const users = body._embedded.users.map((user) => ({ ...user, lastSignInAt: null }));
  return { ...answer, body: { ...body, _embedded: { ...body._embedded, users } } };
};

const REFUSALS: readonly Upcast[] = [
  "users/getUserSucceeded",
  "users/createUserSucceeded",
  "users/updateUserSucceeded",
  "users/patchUserSucceeded",
  "users/undoUserChangeSucceeded",
].map((type) => ({ type, from: 1, up: withRefusal }));

export const usersUpcasts: readonly Upcast[] = [
  ...REFUSALS,
  { type: "users/listUsersSucceeded", from: 1, up: withLastSignIn },
];
