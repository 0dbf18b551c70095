/** Recovery codes that the server has just made: they are shown once, and taken along as the person likes. */
import { createEffect, createStore, sample } from "effector";
import * as actions from "#events/actions/factors.ts";
import * as calls from "#events/calls/factors.ts";
import { $user, currentUserCall, fetchCurrentUser } from "../../data/session/index.ts";
import { copyTextFx, openFileFx, printPageFx } from "../../kernel/filePorts.ts";
import { $location, $screen, navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { landingPath, secondFactorRoute } from "../login/index.ts";
import { confirmPasskeyCall, confirmTotpCall, renewCodesCall } from "./setUp.ts";

const FILE = { name: "provision-recovery-codes.txt", type: "text/plain", extension: ".txt" };

/** Codes that are shown once; null where there are none to show. */
export const $recoveryCodes = createStore<readonly string[] | null>(null, { serialize: "ignore" })
  .on(
    [confirmTotpCall.succeeded, confirmPasskeyCall.succeeded],
    (_codes, { payload }) => payload.body.recoveryCodes,
  )
  .on(renewCodesCall.succeeded, (_codes, { payload }) => payload.body.recoveryCodes)
  .reset(onLive(actions.codesKept));

export const keepCodes = createAction(actions.codesKept);
export const takeCodes = createAction(actions.codesTakeWanted);
const noteTaken = createFollowUp(actions.codesTaken);

/** How the codes were taken last, and whether that succeeded; null where they were not, or nobody wants to know. */
export const $taken = createProjection<actions.CodesTaken | null>("factors/taken", null, (on) => [
  on(actions.codesTakeWanted, () => null),
  on(actions.codesTaken, (_taken, taken) => taken),
  on(actions.codesKept, () => null),
  on(calls.renewRecoveryCodes.succeeded, () => null),
]);

/** @returns false where the person chose no place for the file. */
const takeFx = createEffect(
  async ({ how, codes }: { how: actions.CodesTaken["how"]; codes: readonly string[] }) => {
    const text = `${codes.join("\n")}\n`;
    if (how === "copied") {
      await copyTextFx(text);
      return true;
    }
    if (how === "printed") {
      await printPageFx();
      return true;
    }
    const sink = await openFileFx(FILE);
    if (sink === null) return false;
    await sink.write(new TextEncoder().encode(text));
    await sink.close();
    return true;
  },
);
sample({
  clock: onLive(actions.codesTakeWanted),
  source: $recoveryCodes,
  filter: (codes) => codes !== null,
  fn: (codes, { payload: { how } }) => ({ how, codes: codes ?? [] }),
  target: takeFx,
});
sample({
  clock: takeFx.done,
  filter: ({ result }) => result,
  fn: ({ params: { how } }) => ({ payload: { how, isDone: true }, cause: null }),
  target: noteTaken,
});
sample({
  clock: takeFx.fail,
  fn: ({ params: { how } }) => ({ payload: { how, isDone: false }, cause: null }),
  target: noteTaken,
});

// The setup of a sign-in made the session: once the codes are kept, it goes on as any sign-in.
sample({
  clock: onLive(actions.codesKept),
  source: { screen: $screen, user: $user },
  filter: ({ screen, user }) => screen?.route === secondFactorRoute.name && user === null,
  fn: (_state, { id }) => ({ cause: id }),
  target: fetchCurrentUser,
});
sample({
  clock: currentUserCall.succeeded,
  source: { screen: $screen, location: $location },
  filter: ({ screen }) => screen?.route === secondFactorRoute.name,
  fn: ({ location }, { id }) => ({
    path: landingPath(new URLSearchParams(location.search).get("redirect")),
    replace: true,
    cause: id,
  }),
  target: navigateTo,
});
