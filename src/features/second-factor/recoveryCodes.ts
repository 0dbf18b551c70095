/** New recovery codes: shown once, and saved in a way that the user chooses. */
import { combine, createEffect, createStore } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/factors.ts";
import * as calls from "#events/calls/factors.ts";
import { $user, currentUserCall, fetchCurrentUser } from "../../data/session/index.ts";
import { copyTextFx, openFileFx, printPageFx } from "../../kernel/filePorts.ts";
import { $location, $screen, navigateTo } from "../../kernel/navigation.ts";
import { createProjection } from "../../kernel/projection.ts";
import { react } from "../../kernel/react.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";
import { createTask } from "../../kernel/task.ts";
import { landingPath, secondFactorRoute } from "../login/index.ts";
import { confirmPasskeyCall, confirmTotpCall, renewCodesCall } from "./setUp.ts";

const FILE = { name: "provision-recovery-codes.txt", type: "text/plain", extension: ".txt" };

/** Codes to show once; null if there are none. */
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

/** How the codes were last saved, and whether that succeeded; null if they were not saved. */
export const $taken = createProjection<actions.CodesTaken | null>("factors/taken", null, (on) => [
  on(actions.codesTakeWanted, () => null),
  on(actions.codesTaken, (_taken, taken) => taken),
  on(actions.codesKept, () => null),
  on(calls.renewRecoveryCodes.succeeded, () => null),
]);

/** @returns false if the user chose no destination for the file. */
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
const take = createTask(takeFx);
react(
  actions.codesTakeWanted,
  $recoveryCodes,
  (codes, { payload: { how } }) => codes && { input: { how, codes } },
  take.start,
);
react(
  take.done,
  ({ payload: { input, result } }) =>
    result ? { payload: { how: input.how, isDone: true }, cause: null } : null,
  noteTaken,
);
react(
  take.failed,
  ({ payload: { input } }) => ({ payload: { how: input.how, isDone: false }, cause: null }),
  noteTaken,
);

const $isSecondStep = $screen.map((screen) => screen?.route === secondFactorRoute.name);
// A sign-in that set up a factor already has its session. Once the codes are saved, it continues like any other.
react(
  actions.codesKept,
  combine($isSecondStep, $user, (isSecondStep, user) => isSecondStep && user === null),
  (isWithoutUser) => (isWithoutUser ? {} : null),
  fetchCurrentUser,
);
/** The user has saved the codes of the open second step. The session is also fetched when a page loads. */
const $isContinuing = createProjection<boolean>("factors/isContinuing", false, (on) => [
  on(screenOpened, () => false),
  on(actions.codesKept, () => true),
]);
react(
  currentUserCall.succeeded,
  combine({ isSecondStep: $isSecondStep, isContinuing: $isContinuing, location: $location }),
  ({ isSecondStep, isContinuing, location }) =>
    isSecondStep && isContinuing
      ? { path: landingPath(new URLSearchParams(location.search).get("redirect")), replace: true }
      : null,
  navigateTo,
);
