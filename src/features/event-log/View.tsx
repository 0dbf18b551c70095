import { useUnit } from "effector-react";
import { EXPORT_MINUTES_MAX, type ExportSpan } from "#events/actions/log.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { DescriptionList } from "../../ui/DescriptionList.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { NumberField } from "../../ui/NumberField.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $export,
  $exportedReports,
  $exporting,
  $exportPercent,
  $measuredLog,
  changeExport,
  wantClear,
  wantExport,
} from "./model.ts";
import { $replaying, $replayView, leaveReplay, pickLog } from "./replaying.ts";
import { describeReports, exportMinutes, formatDuration } from "./rules.ts";
import { SessionChoice } from "./SessionChoice.tsx";
import { supportMessages, type SupportMessages } from "./messages.ts";
import styles from "./View.module.css";

const SPANS: readonly ExportSpan[] = ["session", "minutes", "all"];

export function View() {
  const t = useMessages(supportMessages);
  return (
    <div className={styles.page}>
      <PageHeader title={t.title} context={t.what} />
      <div className={styles.parts}>
        <EventLogPanel />
        <ExportPanel />
        <ReplayPanel />
      </div>
    </div>
  );
}

/** As high as a line of text. */
const NOT_YET = <Skeleton width={96} height={20} />;

function EventLogPanel() {
  const t = useMessages(supportMessages);
  const { count, bytes } = useFormats();
  const { log, clear } = useUnit({ log: $measuredLog, clear: wantClear });
  return (
    <Panel title={t.log}>
      {log === null || log.isKept ? (
        <div className={styles.log} aria-busy={log === null}>
          <DescriptionList
            items={[
              { term: t.events, detail: log ? count(log.events) : NOT_YET },
              { term: t.size, detail: log ? bytes(log.bytes) : NOT_YET },
              { term: t.sessions, detail: log ? count(log.sessions) : NOT_YET },
              { term: t.span, detail: log ? describeSpan(log.from, log.to, t) : NOT_YET },
            ]}
          />
          <p className={styles.note}>{t.keptHere}</p>
          <div>
            <Button idle={log === null || log.sessions <= 1} onClick={() => clear({})}>
              {t.dropEarlier}
            </Button>
          </div>
        </div>
      ) : (
        <Alert severity="warning" title={t.notKept}>
          {t.notKeptWhy}
        </Alert>
      )}
    </Panel>
  );
}

function ExportPanel() {
  const t = useMessages(supportMessages);
  const translate = useTranslate();
  const { percent: formatPercent } = useFormats();
  const { request, reports, exporting, percent, change, run } = useUnit({
    request: $export,
    reports: $exportedReports,
    exporting: $exporting,
    percent: $exportPercent,
    change: changeExport,
    run: wantExport,
  });
  return (
    <Panel title={t.export}>
      <div className={styles.form}>
        <SegmentedControl
          label={t.whatToExport}
          options={SPANS.map((id) => ({ id, label: t.spans[id] }))}
          value={request.span}
          onChange={(span) => change({ ...request, span })}
        />
        {request.span === "minutes" && (
          <NumberField
            className={styles.minutes}
            label={t.minutes}
            min={1}
            max={EXPORT_MINUTES_MAX}
            value={request.minutes}
            onChange={(value) => {
              if (value !== null) change({ ...request, minutes: exportMinutes(value) });
            }}
          />
        )}
        {request.span === "session" && (
          <>
            <SessionChoice />
            <p className={styles.note}>{t.sinceLoaded}</p>
          </>
        )}
        <Checkbox
          label={t.withNames}
          checked={request.withNames}
          onChange={(withNames) => change({ ...request, withNames })}
        />
        <p className={styles.note}>{request.withNames ? t.names.real : t.names.pseudonyms}</p>
        <Checkbox
          label={describeReports(reports, t)}
          checked={request.withReports && reports.count > 0}
          disabled={reports.count === 0}
          onChange={(withReports) => change({ ...request, withReports })}
        />
        <p className={styles.note}>
          {request.withReports || reports.count === 0 ? t.reports.included : t.reports.leftOut}
        </p>
        <div>
          <Button variant="primary" busy={exporting.isRunning} onClick={() => run({})}>
            {t.export}
          </Button>
        </div>
        {exporting.isRunning && (
          <ProgressBar label={t.exporting} percent={percent} text={formatPercent(percent)} />
        )}
        {exporting.failure !== null && (
          <Alert severity="error" title={t.exportFailed} live>
            {t.nothingLost(translate(exporting.failure))}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

function ReplayPanel() {
  const t = useMessages(supportMessages);
  const translate = useTranslate();
  const { replaying, replay, pick, leave } = useUnit({
    replaying: $replaying,
    replay: $replayView,
    pick: pickLog,
    leave: leaveReplay,
  });
  const several = useDisclosure("support/severalFiles");
  return (
    <Panel title={t.replay}>
      <div className={styles.log}>
        <p className={styles.note}>{t.replayWhat}</p>
        <FileDrop
          label={t.chooseFile}
          hint={t.dropHint}
          accept=".gz,.ndjson.gz,application/gzip"
          busy={replaying.isOpening}
          onFile={pick}
          hasMany={several.open}
          onMany={several.onOpenChange}
        />
        {replaying.failure !== null && (
          <Alert severity="error" title={t.replayFailed} live>
            {translate(replaying.failure)}
          </Alert>
        )}
      </div>
      {replay && <replay.View onLeave={() => leave({})} />}
    </Panel>
  );
}

function describeSpan(from: number | null, to: number | null, t: SupportMessages): string {
  if (from === null || to === null) return "–";
  return t.since(formatDuration(to - from, t), from);
}
