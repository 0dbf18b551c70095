/** The previews whose failed changes the user has asked to retry, by the id of the request. */
import { retryProvisionPreview } from "#events/calls/provisioning.ts";
import { createProjection } from "../../kernel/projection.ts";

type Retrying = Readonly<Record<string, string>>;

function without(retrying: Retrying, requestId: string | null): Retrying {
  return Object.fromEntries(Object.entries(retrying).filter(([id]) => id !== requestId));
}

const $requests = createProjection<Retrying>("systems/retrying", {}, (on) => [
  on(retryProvisionPreview.requested, (retrying, { params }, { id }) => ({
    ...retrying,
    [id]: params.previewId,
  })),
  on(retryProvisionPreview.succeeded, (retrying, _reply, { cause }) => without(retrying, cause)),
  on(retryProvisionPreview.failed, (retrying, _failure, { cause }) => without(retrying, cause)),
]);

/** Ids of previews. */
export const $retrying = $requests.map((requests) => Object.values(requests));
