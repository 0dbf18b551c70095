import { useUnit } from "effector-react";
import { useId } from "react";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { $export, $exportedSession, $measuredLog, changeExport } from "./model.ts";
import type { ListedSession } from "../../kernel/log/listedSessions.ts";
import { formatDuration } from "./rules.ts";
import { supportMessages } from "./messages.ts";
import styles from "./SessionChoice.module.css";

/** The sessions that are kept, with their times and errors; nothing to choose where there is one. */
export function SessionChoice() {
  const t = useMessages(supportMessages);
  const name = useId();
  const { log, request, chosen, change } = useUnit({
    log: $measuredLog,
    request: $export,
    chosen: $exportedSession,
    change: changeExport,
  });
  const sessions = log?.listed ?? [];
  if (sessions.length < 2) return null;
  return (
    <fieldset className={styles.sessions}>
      <legend className="visually-hidden">{t.whichSession}</legend>
      {sessions.map((session) => (
        <label key={session.id} className={styles.session}>
          <input
            type="radio"
            name={name}
            checked={session.id === chosen?.id}
            onChange={() => change({ ...request, session: session.id })}
          />
          <Session session={session} />
        </label>
      ))}
    </fieldset>
  );
}

function Session({ session }: { readonly session: ListedSession }) {
  const t = useMessages(supportMessages);
  const { moment } = useFormats();
  const { from, to, events, isOwn, failures } = session;
  return (
    <span className={styles.texts}>
      <span>
        {moment(from)}
        {isOwn && <> · {t.ownSession}</>}
      </span>
      <span className={styles.detail}>
        {formatDuration(to - from, t)} · {t.eventCount(events)}
        {failures === null ? (
          <> · {t.noErrors}</>
        ) : (
          <span className={styles.errors}>
            {" · "}
            {t.errors(failures.count, failures.last.time, failures.last.type)}
          </span>
        )}
      </span>
    </span>
  );
}
