/** Example inputs of the calls about users, which a schema cannot generate. */
import { randomUUID } from "node:crypto";
import { checkBulkChange, checkSelection } from "#events/calls/bulkChanges.ts";
import {
  createUser as createUserCall,
  patchUser,
  undoUserChange,
  updateUser,
} from "#events/calls/users.ts";
import { updateProfile } from "#events/calls/profile.ts";
import { example, type Example, type Place } from "../calls/inputs.ts";
import { base64 } from "./bulk/support.ts";
import { changesOf, createUser, fullUser, newUser } from "./support.ts";

const usersOf = ({ clientId }: Place) => `/api/clients/${clientId}/users`;
const NEW_JOB = [{ op: "replace" as const, path: "/jobTitle", value: "Teller" }];

export const examples: readonly Example[] = [
  example(createUserCall, () => ({ body: newUser() })),
  example(updateUser, async (place) => {
    const user = await createUser(place.browser, usersOf(place));
    return { params: { clientId: place.clientId, userId: user.id }, body: fullUser(user) };
  }),
  example(patchUser, () => ({ body: NEW_JOB })),
  example(undoUserChange, async (place) => {
    const { browser, clientId } = place;
    const { id: userId } = await createUser(browser, usersOf(place));
    const path = `${usersOf(place)}/${userId}`;
    await browser.send("PATCH", path, { body: NEW_JOB });
    const [change] = await changesOf(browser, path);
    return { params: { clientId, userId, changeId: change?.id ?? "" } };
  }),
  example(updateProfile, () => ({
    body: [{ op: "replace" as const, path: "/jobTitle", value: randomUUID() }],
  })),
  example(checkSelection, async (place) => {
    const { id } = await createUser(place.browser, usersOf(place));
    return { body: { all: false, ids: [id], filters: {}, change: { archived: true } } };
  }),
  example(checkBulkChange, () => ({
    body: { fileName: "users.csv", content: base64("username\nguest\n") },
  })),
];
