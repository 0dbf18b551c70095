/** Notices that Provision or another user has generated a newer preview than the one that is shown. */
import { combine } from "effector";
import { minutePassed, screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/provisioning.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { ProvisionPreview } from "#events/entities/provisioning.ts";
import { isWorking } from "#events/rules/provisioning.ts";
import { createProjection } from "../../kernel/projection.ts";
import { createQuery } from "../../kernel/query.ts";
import { react } from "../../kernel/react.ts";
import { createFollowUp } from "../../kernel/recorder.ts";
import { $here, $preview, latestCall } from "./previewModel.ts";

/** Every call keeps the session alive, so that looks end this time after the user's last action on the screen. */
const WATCH_TIME: Milliseconds = 10 * 60_000;

interface Watch {
  /** Epoch milliseconds of the user's last action. */
  readonly activeAt: number;
  readonly hasLooked: boolean;
}

function actAt(watch: Watch, _payload: unknown, { time }: { readonly time: number }): Watch {
  return { ...watch, activeAt: time };
}

const $watch = createProjection<Watch>(
  "provisioning/watch",
  { activeAt: 0, hasLooked: false },
  (on) => [
    on(screenOpened, (_watch, _payload, { time }) => ({ activeAt: time, hasLooked: false })),
    on(actions.previewWanted, actAt),
    on(actions.previewRetried, actAt),
    on(actions.objectOpened, actAt),
    on(actions.leaveOutWanted, actAt),
    on(actions.previewLooked, (watch) => ({ ...watch, hasLooked: true })),
  ],
  { version: 2 },
);

const look = createFollowUp(actions.previewLooked);
react(
  minutePassed,
  combine({ here: $here, shown: $preview, watch: $watch }),
  ({ here, shown, watch: { activeAt } }, { time }) => {
    const preview = shown.value?.preview ?? null;
    // A preview that a worker computes or applies is requested each second.
    const isWatched = here !== null && (preview === null || !isWorking(preview));
    return isWatched && time - activeAt <= WATCH_TIME ? { payload: {} } : null;
  },
  look,
);

const $newest = createQuery("provisioning/newestPreview", {
  options: { version: 5 },
  call: latestCall,
  input: combine($here, $watch, (here, { hasLooked }) =>
    here !== null && hasLooked ? { params: here } : null,
  ),
  valueOf: ({ body }) => body,
  refreshOn: [actions.previewLooked],
});

/** Why what is shown is not the latest; null if it is. */
export const $outdated = combine($preview, $newest, (shown, newest) => {
  const [one, other] = [shown.value?.preview ?? null, newest.value?.preview ?? null];
  if (shown.value === null || shown.isBusy || newest.isBusy || other === null) return null;
  if (one !== null && one.no > other.no) return null;
  if (one?.id !== other.id) return "newer";
  return stateOf(one) === stateOf(other) ? null : "changed";
});

const stateOf = ({ status, version, stale }: ProvisionPreview) => `${status} ${version} ${stale}`;
