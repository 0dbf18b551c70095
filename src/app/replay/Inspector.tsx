import { EventDetail } from "./EventDetail.tsx";
import { EventList } from "./EventList.tsx";
import type { InspectorProps } from "./history.ts";
import { Transport } from "./Transport.tsx";
import { replayMessages } from "./messages.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import styles from "./Inspector.module.css";

/** A log to be looked through: its line of time, its events, and what the chosen one says and did. */
export function Inspector(props: InspectorProps) {
  return (
    <section className={styles.inspector} aria-label={useMessages(replayMessages).eventLog}>
      <Transport {...props} />
      <div className={styles.columns}>
        <EventList {...props} />
        <EventDetail {...props} />
      </div>
    </section>
  );
}
