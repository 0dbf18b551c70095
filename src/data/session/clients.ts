/** The user's current client: choosing another, and storing the choice in this browser. */
import { createEvent, sample } from "effector";
import { leavingCancelled, leavingConfirmed, leavingHeld, navigated } from "#events/actions/app.ts";
import { clientChosen, clientHeld, clientRecalled } from "#events/actions/session.ts";
import { $unsaved } from "../../kernel/navigation.ts";
import { keepClientFx } from "../../kernel/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { react } from "../../kernel/react.ts";

/** Another client starts at the default screen. */
const FIRST_PATH = "/dashboard";

/** The app starts in a browser in which this client was chosen last. */
export const recallClient = createAction(clientRecalled);
/** Shows another client, after a confirmation if work would be lost. */
export const chooseClient = createEvent<{ readonly clientId: string }>({ name: "chooseClient" });
const enterClient = createFollowUp(clientChosen);
const hold = createFollowUp(clientHeld);

/** The client that the user chose before the question about unsaved work. */
export const $heldClient = createProjection<string | null>("session/heldClient", null, (on) => [
  on(clientHeld, (_held, { clientId }) => clientId),
  on(leavingConfirmed, (held) => held),
  on(leavingCancelled, () => null),
  on(leavingHeld, () => null),
  on(navigated, () => null),
]);

sample({
  clock: chooseClient,
  source: $unsaved,
  filter: (unsaved) => !unsaved,
  fn: (_unsaved, { clientId }) => ({ payload: { clientId, path: FIRST_PATH }, cause: null }),
  target: enterClient,
});
sample({
  clock: chooseClient,
  source: $unsaved,
  filter: (unsaved) => unsaved,
  fn: (_unsaved, { clientId }) => ({ payload: { clientId }, cause: null }),
  target: hold,
});
react(
  leavingConfirmed,
  $heldClient,
  (held) => (held === null ? null : { payload: { clientId: held, path: FIRST_PATH } }),
  enterClient,
);

sample({
  clock: onLive(clientChosen),
  fn: ({ payload }) => ({ clientId: payload.clientId }),
  target: keepClientFx,
});
