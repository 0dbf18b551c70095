import { EventDetail } from "./EventDetail.tsx";
import { EventList } from "./EventList.tsx";
import type { InspectorProps } from "./history.ts";
import { Transport } from "./Transport.tsx";
import { replayMessages } from "./messages.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import styles from "./Inspector.module.css";

/** The log inspector: its timeline, its events, and the chosen event with its changes. */
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
