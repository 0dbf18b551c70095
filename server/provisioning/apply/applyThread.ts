/** Writes the approved changes of a plan to a connected system, off the server's event loop. */
import type { FieldValue } from "#events/entities/connector.ts";
import { DEFAULT_WRITES_PER_MINUTE } from "#events/entities/system.ts";
import {
  EXISTENCE,
  ADMINISTRATIVE_STATUS,
  attributeOf,
  targetOf,
} from "#events/rules/mappings/fields.ts";
import type { Configuration, Connection } from "../../connectors/contract.ts";
import { createEnvironment } from "../../connectors/environment.ts";
import { createConnectors } from "../../connectors/registry.ts";
import type { ReplacedSecrets } from "../../systems/secrets.ts";
import { exclusionsOf } from "../../systems/accountExclusions.ts";
import { excludedNames } from "../../systems/entitlements/reviews.ts";
import { excluding } from "../../systems/runs/content.ts";
import { serveJob, type JobContext } from "../../threads/jobThread.ts";
import { loadFacts } from "../facts.ts";
import { findHolders } from "./holders.ts";
import { performApply } from "./performApply.ts";
import { SecretMaker } from "./secretValues.ts";
import type { ApplyThreadSettings } from "./threadMessages.ts";

/** Milliseconds to wait for one answer of a system. */
const ANSWER_TIME = 60_000;
/** Milliseconds after which an attempt ends, so that a slow system does not delay others for ever. */
const ATTEMPT_TIME = 6 * 3_600_000;

type Context = JobContext<ApplyThreadSettings, number, ReplacedSecrets>;

async function connect(
  { db, settings, keep }: Context,
  configuration: Configuration,
  /** Gets the secrets that the system replaces. */
  secrets: FieldValue[],
): Promise<Connection> {
  const connector = createConnectors(settings.config).find(({ id }) => id === settings.connectorId);
  if (!connector) throw new Error(`There is no connector ${settings.connectorId}`);
  const environment = createEnvironment(db, settings.config, settings.job, {
    signal: AbortSignal.timeout(ATTEMPT_TIME),
    answerTime: ANSWER_TIME,
    storeSecrets: async (values) => {
      secrets.push(...Object.values(values));
      keep({ values, origin: settings.origin });
    },
  });
  return connector.open(configuration, environment);
}

async function perform(context: Context): Promise<void> {
  const { db, settings } = context;
  const { job, capabilities, configuration } = settings;
  const started = performance.now();
  const clock = () => new Date(settings.now + performance.now() - started);
  const secrets = [...settings.secrets];
  const { facts } = await loadFacts(db, { ...job, capabilities, now: clock() });
  const targets = facts.settings.mappings
    .filter(({ direction }) => direction === "outbound")
    .map(targetOf)
    .filter((target) => target !== EXISTENCE && target !== ADMINISTRATIVE_STATUS)
    .map(attributeOf);
  const secretMaker = new SecretMaker(db, facts);
  try {
    await performApply(db, {
      job,
      connect: configuration && (() => connect(context, configuration, secrets)),
      secrets,
      writesPerMinute: facts.settings.writesPerMinute ?? DEFAULT_WRITES_PER_MINUTE,
      isExcluded: excluding(facts.settings, await excludedNames(db, job)),
      exclusionOf: exclusionsOf(facts.settings.excludedAccounts),
      mappedOf: (objectClass) =>
        new Set(targets.flatMap((one) => (one.objectClass === objectClass ? [one.name] : []))),
      holdersOf: (names) => findHolders(db, job, names),
      secretsOf: async (row, names) => {
        const values = await secretMaker.make(row, names, clock());
        secrets.push(...Object.values(values).flat());
        return values;
      },
      clock,
    });
  } finally {
    await secretMaker.close();
  }
}

await serveJob(perform, () => null);
