/**
 * The analytics port of a replay: a separate core that rebuilds the report and the policy's roles from the log's
 * bodies. Bodies that the log lacks cannot be queried.
 */
import { reasonOfError, MessageError } from "../../kernel/messageError.ts";
import { message } from "#events/messages/message.ts";
import type { BytesDigest } from "#events/kernel/call.ts";
import { askAny, ReportLeftOut, typedAsk, type Ask } from "../../kernel/analytics.ts";
import { createStreamPolicy } from "../../kernel/streamPolicy.ts";
import { createStreamReport } from "../../kernel/streamReport.ts";
import type { KeepBytes } from "../../kernel/network.ts";
import { readBody, type LoggedBodies, type LoggedBody } from "../../kernel/log/loggedBody.ts";
import { createGivingWay } from "../timeSlicing.ts";

const CODES = {
  report: { bad: "logs.badReport", other: "logs.otherReport" },
  policy: { bad: "logs.badPolicy", other: "logs.otherPolicy" },
} as const;

/**
 * @param core used exclusively by this replay.
 * @param cited the report of the replay's states; null if there is none.
 * @returns a port that rejects with `ReportLeftOut` if the log lacks the report.
 */
export function createReportPort(
  core: Ask,
  bodies: LoggedBodies,
  cited: () => Pick<BytesDigest, "digest"> | null,
): Ask {
  const streamReport = createStreamReport(core);
  const streamPolicy = createStreamPolicy(core);
  let held: { readonly digest: string; readonly loaded: Promise<void> } | null = null;

  async function load(body: LoggedBody, keep: KeepBytes, kind: keyof typeof CODES): Promise<void> {
    const read = readBody(body);
    const giveWayAtTimes = createGivingWay();
    const readInPieces = async () => {
      await giveWayAtTimes();
      return read();
    };
    const reading = { read: readInPieces, size: body.size, cancel: () => undefined };
    const reply = await keep(reading, new AbortController().signal, () => undefined).catch(
      (error: unknown) => ({ ok: false as const, reason: reasonOfError(error) }),
    );
    if (!reply.ok) throw new MessageError(message(CODES[kind].bad, { reason: reply.reason }));
    if (reply.digest !== body.digest) {
      throw new MessageError(message(CODES[kind].other));
    }
  }

  return typedAsk(async (question) => {
    const digest = cited()?.digest;
    const body = digest === undefined ? undefined : bodies.get(digest);
    if (digest === undefined || !body) throw new ReportLeftOut();
    if (held?.digest !== digest) {
      held = { digest, loaded: load(body, streamReport, "report") };
    }
    await held.loaded;
    if (question[0] === "setPolicy") {
      if (await core(...question)) return true;
      for (const wanted of question.slice(1)) {
        if (!wanted) continue;
        const policy = bodies.get(wanted);
        if (!policy) throw new ReportLeftOut();
        await load(policy, streamPolicy, "policy");
      }
    }
    return askAny(core, question);
  });
}
