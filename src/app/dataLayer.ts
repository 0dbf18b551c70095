/**
 * What an analytics container is told: the name and the id of the client that is shown, and errors by code and message.
 * Nothing else, and nothing at all where the server names no container.
 */
import { textOf } from "../panels/texts.ts";
import { combine, sample } from "effector";
import { sessionLost } from "#events/actions/session.ts";
import { $appInfo, $client, signOutRequest } from "../data/session/index.ts";
import { anyCallFailed } from "../kernel/calls.ts";
import { dataLayerFx, type DataLayerEntry } from "../kernel/ports.ts";
import { onLive } from "../kernel/recorder.ts";
import type { Failure } from "#events/kernel/call.ts";

const $containerId = $appInfo.map(({ gtmContainerId }) => gtmContainerId);

/** Of values that are compared, so that a user who is fetched again tells nothing again. */
const $shownClient = combine({
  clientId: $client.map((client) => client?.id ?? null),
  clientName: $client.map((client) => client?.name ?? null),
});

function telling(containerId: string | null, entry: DataLayerEntry) {
  if (containerId === null) throw new Error("There is no container to tell");
  return { containerId, entry };
}

sample({
  clock: combine({ containerId: $containerId, client: $shownClient }).updates,
  filter: ({ containerId, client }) => containerId !== null && client.clientId !== null,
  fn: ({ containerId, client }) => telling(containerId, client),
  target: dataLayerFx,
});

// What comes after the sign-out is no longer that client's.
sample({
  clock: [signOutRequest.succeeded, onLive(sessionLost)],
  source: $containerId,
  filter: (containerId) => containerId !== null,
  fn: (containerId) => telling(containerId, { clientId: null, clientName: null }),
  target: dataLayerFx,
});

sample({
  clock: anyCallFailed,
  source: $containerId,
  filter: (containerId, { payload }) => containerId !== null && reportedCode(payload) !== null,
  fn: (containerId, { payload }) =>
    telling(containerId, {
      event: "error",
      code: reportedCode(payload),
      message: payload.reason.english ?? textOf(payload.reason, "en"),
    }),
  target: dataLayerFx,
});

/** The code by which a failure is told; null for those that are told to nobody but the user. */
function reportedCode({ code }: Failure): number | null {
  if (code === "EBADCSRFTOKEN") return 403;
  return code === "ENETWORK" || code === "ETIMEOUT" ? 500 : null;
}
