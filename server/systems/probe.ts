/**
 * Tests the connection to a system and discovers what it stores, with the saved configuration. It holds no lock while the
 * system answers, so that a slow system delays only its own call, and only for a limited time.
 */
import type { Milliseconds } from "#events/entities/common.ts";
import type { FieldValue, TestOutcome, TestStep } from "#events/entities/connector.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { message } from "#events/messages/message.ts";
import { cutText } from "#events/rules/cutText.ts";
import type { CallContext } from "../callContext.ts";
import { ConnectorError, MAX_DETAIL_LENGTH, type Connection } from "../connectors/contract.ts";
import { createEnvironment } from "../connectors/environment.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, conflict } from "../plugins/errors.ts";
import { openSavedConfiguration } from "./connection.ts";
import { holdSystem, type SystemRow } from "./queries.ts";
import { storeReplacedSecrets, withoutSecrets } from "./secrets.ts";

/** Time for one answer of the system. */
const ANSWER_TIME: Milliseconds = 10_000;
/** Bytes of one answer, which the server's main thread parses. */
const MAX_ANSWER = 4 * 1024 * 1024;
/** Tests at the same time in this process. */
const MAX_PROBES = 8;

type Failure = NonNullable<TestOutcome["failure"]>;

/** Systems that are being tested in this process. */
const probed = new Set<string>();

/** @throws ApiError ENOTFOUND, ECONFLICT */
export async function testIntegration(
  context: CallContext,
  resourceId: string,
): Promise<TestOutcome> {
  const probe = await connect(context, resourceId, async (connection) => [
    ...(await connection.test()),
  ]);
  const outcome = { passed: probe.result ?? [], failure: probe.failure };
  const { at, client, db } = context;
  await inTransaction(db, async (tx) => {
    const row = await holdSystem(tx, { clientId: client.id, resourceId });
    // Drop the outcome if the configuration was changed during the test.
    if (row.version !== probe.row.version) return;
    await tx
      .updateTable("connected_systems")
      .set({ tested_at: at, test_outcome: JSON.stringify(outcome) })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .execute();
    await context.audit(tx, { target: resourceId, after: { outcome } });
  });
  return outcome;
}

export interface Discovered {
  readonly failure: Failure | null;
  readonly resourceId: string;
  readonly objectClasses: ObjectClass[] | null;
}

/** A failure leaves the former object classes. @throws ApiError ENOTFOUND, ECONFLICT */
export async function discover(context: CallContext, resourceId: string): Promise<Discovered> {
  const probe = await connect(context, resourceId, async (connection) => [
    ...(await connection.discoverSchema()),
  ]);
  const { client, db } = context;
  if (probe.result === null) {
    const { failure, row } = probe;
    return { failure, resourceId, objectClasses: row.object_classes };
  }
  const objectClasses = probe.result;
  return inTransaction(db, async (tx) => {
    const place = { clientId: client.id, resourceId };
    const row = await holdSystem(tx, place);
    if (row.version !== probe.row.version) throw conflict("systems.changedElsewhere");
    await tx
      .updateTable("connected_systems")
      .set({ object_classes: JSON.stringify(objectClasses) })
      .where("client_id", "=", client.id)
      .where("resource_id", "=", resourceId)
      .execute();
    await context.audit(tx, {
      target: resourceId,
      after: {
        objectClasses: objectClasses.map(({ name, attributes }) => ({
          name,
          attributes: attributes.length,
        })),
      },
    });
    return { failure: null, resourceId, objectClasses };
  });
}

interface Probe<Result> {
  readonly row: SystemRow;
  /** Null if it failed. */
  readonly result: Result | null;
  readonly failure: Failure | null;
}

async function connect<Result>(
  context: CallContext,
  resourceId: string,
  work: (connection: Connection) => Promise<Result>,
): Promise<Probe<Result>> {
  const { client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const opened = await openSavedConfiguration(context, resourceId);
  const { row, connector, configuration, secrets, origin } = opened;
  const turn = `${client.id}/${resourceId}`;
  if (probed.has(turn)) throw conflict("systems.isBusy");
  if (probed.size >= MAX_PROBES) {
    throw new ApiError("ETOOMANYREQUESTS", message("systems.tooManyTests"));
  }
  probed.add(turn);
  const stop = new AbortController();
  const time = services.systemTime;
  const timer = setTimeout(() => stop.abort(), time);
  try {
    const environment = createEnvironment(db, services.config, place, {
      signal: stop.signal,
      answerTime: Math.min(ANSWER_TIME, time),
      maxAnswer: MAX_ANSWER,
      storeSecrets: (values) =>
        storeReplacedSecrets(db, services.secrets, place, { values, origin, at: context.at }),
    });
    const running = (async () => {
      const connection = await connector.open(configuration, environment);
      try {
        return await work(connection);
      } finally {
        await connection.close();
      }
    })();
    return { row, result: await beforeAbort(running, stop.signal), failure: null };
  } catch (error) {
    return { row, result: null, failure: toFailure(context, error, secrets) };
  } finally {
    clearTimeout(timer);
    stop.abort();
    probed.delete(turn);
  }
}

/** A connector should end when the signal aborts. This call does in any case. */
async function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener(
      "abort",
      () => reject(new ConnectorError("timedOut", "connect", "The system did not answer in time")),
      { once: true },
    );
  });
  // Whichever loses the race may fail later.
  work.catch(() => {});
  late.catch(() => {});
  return Promise.race([work, late]);
}

/** @param secrets are removed from what the system said. */
export function toFailure(
  { request }: Pick<CallContext, "request">,
  error: unknown,
  secrets: readonly FieldValue[],
): Failure {
  const known = error instanceof ConnectorError ? error : null;
  if (!known) {
    const name = error instanceof Error ? error.name : typeof error;
    request.log.error({ name }, "A connector failed unexpectedly");
  }
  const step: TestStep = known?.step ?? "read";
  const detail = known?.message ?? "The connector failed unexpectedly";
  return {
    step,
    remedy: known?.remedy ?? "systemFailed",
    detail: cutText(withoutSecrets(detail, secrets), MAX_DETAIL_LENGTH),
  };
}
