/**
 * Data pushed to an analytics container: the current client's name and id, and errors by code and message. Nothing
 * else, and nothing at all without a configured container.
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

/** Derived from compared values, so that fetching the user again pushes nothing. */
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

// After the sign-out, data no longer belongs to that client.
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

/** The error code of a failure; null for failures that only the user sees. */
function reportedCode({ code }: Failure): number | null {
  if (code === "EBADCSRFTOKEN") return 403;
  return code === "ENETWORK" || code === "ETIMEOUT" ? 500 : null;
}
