import { useUnit } from "effector-react";
import { EXPORT_MINUTES_MAX, type ExportSpan } from "#events/actions/log.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { formatBytes, formatCount } from "../../ui/format.ts";
import { NumberField } from "../../ui/NumberField.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { $export, $exporting, $keptLog, changeExport, wantClear, wantExport } from "./model.ts";
import { $replaying, $replayView, leaveReplay, pickLog } from "./replaying.ts";
import { exportMinutes, formatDuration } from "./rules.ts";
import styles from "./View.module.css";

const SPANS: readonly { readonly id: ExportSpan; readonly label: string }[] = [
  { id: "session", label: "This session" },
  { id: "minutes", label: "Last minutes" },
  { id: "all", label: "Everything kept" },
];

const TIME = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

export function View() {
  return (
    <div className={styles.page}>
      <PageHeader
        title="Provision Support"
        context="What you did and what the server answered, for the people who help you"
      />
      <div className={styles.parts}>
        <KeptLogPanel />
        <ExportPanel />
        <ReplayPanel />
      </div>
    </div>
  );
}

function KeptLogPanel() {
  const { log, clear } = useUnit({ log: $keptLog, clear: wantClear });
  return (
    <Panel title="Event log">
      {log === null ? (
        <Skeleton width="100%" height={84} />
      ) : log.isKept ? (
        <div className={styles.log}>
          <DescriptionList
            items={[
              { term: "Events", detail: formatCount(log.events) },
              { term: "Size", detail: formatBytes(log.bytes) },
              { term: "Sessions", detail: formatCount(log.sessions) },
              { term: "Span", detail: describeSpan(log.from, log.to) },
            ]}
          />
          <p className={styles.note}>
            The log is kept in this browser and nowhere else. Passwords are never in it.
          </p>
          <div>
            <Button disabled={log.sessions <= 1} onClick={() => clear({})}>
              Drop earlier sessions
            </Button>
          </div>
        </div>
      ) : (
        <Alert severity="warning" title="This browser keeps no log" collapsible={false}>
          It is full, or does not let pages store anything. This session can still be exported until
          its tab is closed.
        </Alert>
      )}
    </Panel>
  );
}

function ExportPanel() {
  const { request, exporting, change, run } = useUnit({
    request: $export,
    exporting: $exporting,
    change: changeExport,
    run: wantExport,
  });
  return (
    <Panel title="Export event log">
      <div className={styles.form}>
        <SegmentedControl
          label="What to export"
          options={SPANS}
          value={request.span}
          onChange={(span) => change({ ...request, span })}
        />
        {request.span === "minutes" && (
          <NumberField
            className={styles.minutes}
            label="Minutes"
            min={1}
            max={EXPORT_MINUTES_MAX}
            value={request.minutes}
            onChange={(value) => {
              if (value !== null) change({ ...request, minutes: exportMinutes(value) });
            }}
          />
        )}
        <Checkbox
          label="Include real names"
          checked={request.withNames}
          onChange={(withNames) => change({ ...request, withNames })}
        />
        <p className={styles.note}>
          {request.withNames
            ? "Names, usernames and addresses of people stand in the file as they are, and the file says so. Send it only to people who may see them."
            : "Names, usernames and addresses of people are replaced by pseudonyms, the same person by the same one, so that the log can still be replayed."}
        </p>
        <div>
          <Button variant="primary" busy={exporting.isRunning} onClick={() => run({})}>
            Export event log
          </Button>
        </div>
        {exporting.failure !== null && (
          <Alert severity="error" title="The log could not be exported" collapsible={false} live>
            {exporting.failure} Nothing of the log was lost. Try again, or export fewer minutes.
          </Alert>
        )}
      </div>
    </Panel>
  );
}

function ReplayPanel() {
  const { replaying, replay, pick, leave } = useUnit({
    replaying: $replaying,
    replay: $replayView,
    pick: pickLog,
    leave: leaveReplay,
  });
  return (
    <Panel title="Replay an event log">
      <div className={styles.log}>
        <p className={styles.note}>
          Shows a session as it was, event by event, and where it comes out otherwise. It is read in
          this browser: nothing of it is sent, and your own log stays as it is.
        </p>
        <FileDrop
          label="Choose a file"
          hint="or drop an exported log here (.ndjson.gz)"
          accept=".gz,.ndjson.gz,application/gzip"
          busy={replaying.isOpening}
          onFile={pick}
        />
        {replaying.failure !== null && (
          <Alert severity="error" title="The file cannot be replayed" collapsible={false} live>
            {replaying.failure}
          </Alert>
        )}
      </div>
      {replay && <replay.View onLeave={() => leave({})} />}
    </Panel>
  );
}

function describeSpan(from: number | null, to: number | null): string {
  if (from === null || to === null) return "–";
  return `${formatDuration(to - from)}, since ${TIME.format(from)}`;
}
