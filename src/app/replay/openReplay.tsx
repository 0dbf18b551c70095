/** Opens an event log from a file with the code of all its screens. Loaded with the first replay. */
import { message } from "#events/messages/message.ts";
import { withKnownStates } from "../../kernel/log/checkpoints.ts";
import { byDigest } from "../../kernel/log/loggedBody.ts";
import { badLog, LogFileError } from "../../kernel/log/logFileError.ts";
import type { OpenedReplay } from "../../kernel/log/ports.ts";
import { readLog } from "../../kernel/log/readLog.ts";
import { allProjections } from "../../kernel/projection.ts";
import { createGivingWay } from "../timeSlicing.ts";
import { lazyImport } from "../lazyImport.ts";
import { loadModels } from "../loadModels.ts";
import { fetchReplayCode } from "./replayCode.ts";
import { ReplayView } from "./ReplayView.tsx";

/**
 * @param signal aborts the reading, which then rejects with its reason.
 * @throws LogFileError that names the line and says what to do.
 */
export async function openReplay(file: File, signal?: AbortSignal): Promise<OpenedReplay> {
  await file.slice(0, 1).arrayBuffer().catch(unreadable);
  const giveWay = createGivingWay();
  const pause = () => {
    signal?.throwIfAborted();
    return giveWay();
  };
  const log = await readLog(file.stream(), { pause }).catch((error: unknown) => {
    if (error instanceof LogFileError || signal?.aborted) throw error;
    throw error instanceof DOMException ? brokenOff() : unforeseen(error);
  });
  // The log may contain screens that this tab never opened.
  await lazyImport(loadModels());
  const sessions = log.sessions
    .filter(({ events }) => events.length > 0)
    .map((session) => withKnownStates(session, allProjections().values()));
  if (sessions.length === 0) throw new LogFileError("EEMPTYLOG", message("logs.noEvents"));
  const bodies = byDigest(log.bodies);
  const code = await lazyImport(fetchReplayCode({ sessions }));
  const View: OpenedReplay["View"] = ({ onLeave }) => (
    <ReplayView
      fileName={file.name}
      header={log.header}
      sessions={sessions}
      bodies={bodies}
      code={code}
      onLeave={onLeave}
    />
  );
  return {
    View,
    sessions: sessions.length,
    events: sessions.reduce((sum, { events }) => sum + events.length, 0),
  };
}

/** Browser messages about a failing disk do not name the file and are not meant for users. */
function brokenOff(): LogFileError {
  return new LogFileError("EUNREADABLELOG", message("logs.brokenOff"));
}

/** The platform's message names neither the file nor a remedy. */
function unforeseen(cause: unknown): LogFileError {
  return badLog(message("logs.unforeseen"), null, { cause });
}

function unreadable(): never {
  throw new LogFileError("EUNREADABLELOG", message("logs.unreadable"));
}
