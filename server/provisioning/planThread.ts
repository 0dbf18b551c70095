/** Computes plans of provisioning off the server's event loop. */
import { serveJob, type JobContext } from "../threads/jobThread.ts";
import { computePlan } from "./computePlan.ts";
import { loadFacts } from "./facts.ts";
import type { PlanThreadSettings } from "./threadMessages.ts";

type Context = JobContext<PlanThreadSettings, number, never>;

async function perform({ db, settings, reportProgress }: Context): Promise<void> {
  const { job, capabilities } = settings;
  const now = new Date(settings.now);
  const { clientId, resourceId } = job;
  const loaded = await loadFacts(db, { clientId, resourceId, capabilities, now });
  await computePlan(db, job, { ...loaded, onProgress: reportProgress });
}

await serveJob(perform, () => null);
