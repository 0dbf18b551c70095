import { useUnit } from "effector-react";
import { EXPORT_MINUTES_MAX, type ExportSpan } from "#events/actions/log.ts";
import { usePart } from "../../kernel/usePart.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useFormats, useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toDashboard } from "../dashboard/index.ts";
import {
  $export,
  $exportedReports,
  $exporting,
  $exportPercent,
  $keptLog,
  changeExport,
  wantClear,
  wantExport,
} from "./model.ts";
import { $replaying, $replayView, leaveReplay, pickLog } from "./replaying.ts";
import { describeReports, exportMinutes, formatDuration } from "./rules.ts";
import { supportWords, type SupportWords } from "./words.ts";
import styles from "./View.module.css";

const SPANS: readonly ExportSpan[] = ["session", "minutes", "all"];

export function View() {
  const words = useWords(supportWords);
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        breadcrumbs={[{ label: words.dashboard, href: toDashboard() }, { label: words.title }]}
        context={words.what}
      />
      <div className={styles.parts}>
        <KeptLogPanel />
        <ExportPanel />
        <ReplayPanel />
      </div>
    </div>
  );
}

/** As high as a line of text. */
const NOT_YET = <Skeleton width={96} height={20} />;

function KeptLogPanel() {
  const words = useWords(supportWords);
  const { count, bytes } = useFormats();
  const { log, clear } = useUnit({ log: $keptLog, clear: wantClear });
  return (
    <Panel title={words.log}>
      {log === null || log.isKept ? (
        <div className={styles.log} aria-busy={log === null}>
          <DescriptionList
            items={[
              { term: words.events, detail: log ? count(log.events) : NOT_YET },
              { term: words.size, detail: log ? bytes(log.bytes) : NOT_YET },
              { term: words.sessions, detail: log ? count(log.sessions) : NOT_YET },
              { term: words.span, detail: log ? describeSpan(log.from, log.to, words) : NOT_YET },
            ]}
          />
          <p className={styles.note}>{words.keptHere}</p>
          <div>
            <Button idle={log === null || log.sessions <= 1} onClick={() => clear({})}>
              {words.dropEarlier}
            </Button>
          </div>
        </div>
      ) : (
        <Alert severity="warning" title={words.notKept}>
          {words.notKeptWhy}
        </Alert>
      )}
    </Panel>
  );
}

function ExportPanel() {
  const words = useWords(supportWords);
  const say = useSay();
  const { request, reports, exporting, percent, change, run } = useUnit({
    request: $export,
    reports: $exportedReports,
    exporting: $exporting,
    percent: $exportPercent,
    change: changeExport,
    run: wantExport,
  });
  return (
    <Panel title={words.export}>
      <div className={styles.form}>
        <SegmentedControl
          label={words.whatToExport}
          options={SPANS.map((id) => ({ id, label: words.spans[id] }))}
          value={request.span}
          onChange={(span) => change({ ...request, span })}
        />
        {request.span === "minutes" && (
          <NumberField
            className={styles.minutes}
            label={words.minutes}
            min={1}
            max={EXPORT_MINUTES_MAX}
            value={request.minutes}
            onChange={(value) => {
              if (value !== null) change({ ...request, minutes: exportMinutes(value) });
            }}
          />
        )}
        {request.span === "session" && <p className={styles.note}>{words.sinceLoaded}</p>}
        <Checkbox
          label={words.withNames}
          checked={request.withNames}
          onChange={(withNames) => change({ ...request, withNames })}
        />
        <p className={styles.note}>
          {request.withNames ? words.names.real : words.names.pseudonyms}
        </p>
        <Checkbox
          label={describeReports(request.span, reports, words)}
          checked={request.withReports && reports.count > 0}
          disabled={reports.count === 0}
          onChange={(withReports) => change({ ...request, withReports })}
        />
        <p className={styles.note}>
          {request.withReports || reports.count === 0
            ? words.reports.included
            : words.reports.leftOut}
        </p>
        <div>
          <Button variant="primary" busy={exporting.isRunning} onClick={() => run({})}>
            {words.export}
          </Button>
        </div>
        {exporting.isRunning && (
          <ProgressBar label={words.exporting} percent={percent} text={`${percent} %`} />
        )}
        {exporting.failure !== null && (
          <Alert severity="error" title={words.exportFailed} live>
            {words.nothingLost(say(exporting.failure))}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

function ReplayPanel() {
  const words = useWords(supportWords);
  const say = useSay();
  const { replaying, replay, pick, leave } = useUnit({
    replaying: $replaying,
    replay: $replayView,
    pick: pickLog,
    leave: leaveReplay,
  });
  const several = usePart("support/severalFiles");
  return (
    <Panel title={words.replay}>
      <div className={styles.log}>
        <p className={styles.note}>{words.replayWhat}</p>
        <FileDrop
          label={words.chooseFile}
          hint={words.dropHint}
          accept=".gz,.ndjson.gz,application/gzip"
          busy={replaying.isOpening}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {replaying.failure !== null && (
          <Alert severity="error" title={words.replayFailed} live>
            {say(replaying.failure)}
          </Alert>
        )}
      </div>
      {replay && <replay.View onLeave={() => leave({})} />}
    </Panel>
  );
}

function describeSpan(from: number | null, to: number | null, words: SupportWords): string {
  if (from === null || to === null) return "–";
  return words.since(formatDuration(to - from, words), from);
}
