import { IconDownload } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useRef } from "react";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { $appInfo } from "../../../data/session/index.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { useTranslate } from "../../../panels/useTranslate.ts";
import { useFormats, useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { toBulkChanges } from "../route.ts";
import { $isDownloading, downloadCsv } from "./downloading.ts";
import { $bulk, apply, chooseEmails, lineList } from "./model.ts";
import { choicesOf, countOf, percentApplied } from "./rules.ts";
import { bulkMessages } from "./messages.ts";
import styles from "./View.module.css";

/** The counts of the file's effect or outcome, and the available actions. */
export function Summary({ bulk }: { readonly bulk: BulkChange }) {
  const t = useMessages(bulkMessages);
  const { query, isDownloading, change, download } = useUnit({
    query: lineList.$query,
    isDownloading: $isDownloading,
    change: lineList.change,
    download: downloadCsv,
  });
  const outcome = useRef<HTMLDivElement>(null);
  return (
    <Panel
      title={bulk.fileName || t.selectedUsers}
      actions={<Link href={toBulkChanges()}>{t.anotherFile}</Link>}
    >
      <div className={styles.stack}>
        <div ref={outcome} tabIndex={-1} className={styles.outcome}>
          {/* Its button disappears after the press. */}
          <Outcome bulk={bulk} onApply={() => outcome.current?.focus()} />
        </div>
        <div className={styles.choices}>
          <SegmentedControl
            label={t.lines}
            options={choicesOf(bulk, query.show).map((id) => ({
              id,
              label: id === "all" ? t.all : t.kinds[id],
              count: countOf(bulk, id),
            }))}
            value={query.show}
            onChange={(show) => change({ change: { show } })}
          />
          <Button
            size="small"
            busy={isDownloading}
            icon={<IconDownload size={16} />}
            onClick={() => download({ of: "result" })}
          >
            {t.downloadResult}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

interface OutcomeProps {
  readonly bulk: BulkChange;
  readonly onApply: () => void;
}

function Outcome({ bulk, onApply }: OutcomeProps) {
  const t = useMessages(bulkMessages);
  const translate = useTranslate();
  const { percent } = useFormats();
  const { state, info, start, setEmails } = useUnit({
    state: $bulk,
    info: $appInfo,
    start: apply,
    setEmails: chooseEmails,
  });
  const { done, late, left, counts } = bulk;
  const begun = done + late > 0;
  if (state.isApplying) {
    const text = `${t.progress(done + late, done + late + left)}, ${percent(percentApplied(bulk))}`;
    return (
      <div className={styles.stack}>
        <ProgressBar label={t.applying} percent={percentApplied(bulk)} text={text} />
        <p className={styles.muted}>{text}</p>
      </div>
    );
  }
  return (
    <>
      {state.applyFailure !== null && (
        <Alert severity="error" title={t.stopped} live>
          {t.stoppedHint(translate(state.applyFailure))}
        </Alert>
      )}
      {begun && (
        <p role="status" className={styles.told}>
          {t.applied(done)} {late > 0 && t.late(late)}
        </p>
      )}
      {!begun && left === 0 && <p className={styles.told}>{t.nothingToApply}</p>}
      {left > 0 && (
        <div className={styles.apply}>
          {counts.create > 0 && (
            <Checkbox
              label={info.emailEnabled ? t.sendEmails : t.saveEmails}
              checked={state.sendEmails}
              onChange={(sendEmails) => setEmails({ sendEmails })}
            />
          )}
          <Button
            variant="primary"
            onClick={() => {
              onApply();
              start({});
            }}
          >
            {begun ? t.goOn(left) : t.apply(left)}
          </Button>
        </div>
      )}
    </>
  );
}
