import { useUnit } from "effector-react";
import { useRef, type ReactNode } from "react";
import { IMPORT_FILES, type DirectoryImport } from "#events/entities/directoryImport.ts";
import { isRunning } from "#events/rules/directoryImport.ts";
import {
  closedImportGates,
  MAX_REMOVED_PERCENT,
  MAX_REWRITTEN_PERCENT,
} from "#events/rules/importGates.ts";
import { $client } from "../../data/session/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FileDrop } from "../../ui/FileDrop.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { History } from "./History.tsx";
import { historyList } from "./historyModel.ts";
import { importMessages } from "./messages.ts";
import {
  $current,
  $upload,
  cancel,
  check,
  chooseMode,
  chooseSkip,
  importConfirmation,
  pickFile,
  removeFile,
  restart,
  retry,
} from "./model.ts";
import { Outcome, Rejects } from "./Outcome.tsx";
import { changedIn, hasChanges, isCancellable, isEnded, percentSent } from "./rules.ts";
import styles from "./View.module.css";

const ACCEPT =
  ".csv,.gz,.xlsx,text/csv,application/gzip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export function View() {
  const t = useMessages(importMessages);
  const page = useRef<HTMLDivElement>(null);
  return (
    <div ref={page} className={styles.page}>
      <PageHeader title={t.title} context={t.context} />
      <Content />
      <History />
    </div>
  );
}

function Content() {
  const t = useMessages(importMessages);
  const translate = useTranslate();
  const { query, upload, again } = useUnit({ query: $current, upload: $upload, again: retry });
  if (query.value === null) {
    return query.failure === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailed
        title={t.loadFailed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => again({})}
      />
    );
  }
  const { current, maxBytes } = query.value;
  if (upload.isSending) return <Sending />;
  if (current !== null && isRunning(current)) return <Running current={current} />;
  if (current?.status === "checked") return <Preview current={current} />;
  if (current !== null && isEnded(current) && !upload.isRestarted) {
    return <Ended current={current} />;
  }
  return <Choice isInterrupted={current?.status === "uploading"} maxBytes={maxBytes} />;
}

function Choice({ isInterrupted, maxBytes }: { isInterrupted: boolean; maxBytes: number }) {
  const t = useMessages(importMessages);
  const translate = useTranslate();
  const { state, setMode, start } = useUnit({
    state: $upload,
    setMode: chooseMode,
    start: check,
  });
  return (
    <Panel title={t.chooseFiles} context={t.checkHint}>
      <div className={styles.stack}>
        {state.refusal !== null ? (
          <Alert severity="error" title={t.refused} live>
            {translate(state.refusal)}
          </Alert>
        ) : (
          isInterrupted && <Alert severity="info" title={t.interrupted} />
        )}
        <div className={styles.files}>
          {IMPORT_FILES.map((kind) => (
            <FileChoice key={kind} kind={kind} maxBytes={maxBytes} />
          ))}
        </div>
        <SelectField
          label={t.mode}
          description={t.modeHints[state.mode]}
          options={(["merge", "replace"] as const).map((value) => ({
            value,
            label: t.modes[value],
          }))}
          value={state.mode}
          onChange={(mode) => setMode({ mode: mode === "replace" ? "replace" : "merge" })}
        />
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => start({})}>
            {t.check}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function FileChoice({
  kind,
  maxBytes,
}: {
  readonly kind: (typeof IMPORT_FILES)[number];
  readonly maxBytes: number;
}) {
  const t = useMessages(importMessages);
  const { bytes } = useFormats();
  const { files, pick, remove } = useUnit({
    files: $upload.map((state) => state.files),
    pick: pickFile,
    remove: removeFile,
  });
  const several = useDisclosure(`import/several/${kind}`);
  const file = files[kind];
  return (
    <section className={styles.file} aria-label={t.files[kind]}>
      <h3 className={styles.fileTitle}>{t.files[kind]}</h3>
      <p className={styles.muted}>{t.hints[kind]}</p>
      <FileDrop
        label={t.choose[kind]}
        hint={t.dropHint(Math.floor(maxBytes / 1_000_000))}
        accept={ACCEPT}
        busy={false}
        onFile={(chosen) => pick({ kind, file: chosen })}
        hasMany={several.open}
        onMany={several.onOpenChange}
      />
      <p className={styles.chosen} role="status">
        {file !== null && (
          <>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.muted}>{bytes(file.size)}</span>
            <Button
              size="small"
              aria-label={t.remove(file.name)}
              onClick={() => remove({ file: kind })}
            >
              {t.removeShort}
            </Button>
          </>
        )}
      </p>
    </section>
  );
}

function Sending() {
  const t = useMessages(importMessages);
  const { percent } = useFormats();
  const { files, sent } = useUnit($upload);
  const share = percentSent(files, sent);
  return (
    <Work title={t.sending} percent={share} text={percent(share)}>
      <p className={styles.muted}>{t.sendingHint}</p>
    </Work>
  );
}

function Running({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const { percent } = useFormats();
  const stop = useUnit(cancel);
  const translate = useTranslate();
  const { failure, phase, status } = current;
  const share = phase === "waiting" ? null : current.progress;
  return (
    <Work
      title={status === "checking" ? t.checking : t.importing}
      context={t.startedBy(current.actor, t.modes[current.mode])}
      percent={share}
      text={share === null ? t.phases[phase] : t.progress(t.phases[phase], percent(share))}
    >
      {failure !== null && (
        <Alert severity="warning" title={t.waitsForDisk}>
          {translate(failure)}
        </Alert>
      )}
      <p className={styles.muted}>{isCancellable(current) ? t.leave : t.writingHint}</p>
      {isCancellable(current) && (
        <div className={styles.actions}>
          <Button onClick={() => stop({})}>{t.cancel}</Button>
        </div>
      )}
    </Work>
  );
}

function Work({
  title,
  context,
  percent,
  text,
  children,
}: {
  readonly title: string;
  readonly context?: string;
  readonly percent: number | null;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <Panel title={title} context={context}>
      <div className={styles.stack}>
        <ProgressBar label={title} percent={percent} text={text} />
        <p>{text}</p>
        {children}
      </div>
    </Panel>
  );
}

function Preview({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const { upload, setSkip, ask, discard } = useUnit({
    upload: $upload,
    setSkip: chooseSkip,
    ask: importConfirmation.open,
    discard: cancel,
  });
  const { rejected, mode } = current;
  const isPossible = hasChanges(current);
  const isReady = rejected === 0 || upload.skipRejected;
  return (
    <>
      <Panel
        title={t.preview}
        context={`${t.previewHint} ${t.startedBy(current.actor, t.modes[mode])}`}
      >
        <div className={styles.stack}>
          <Gates current={current} />
          <Outcome current={current} />
          {!isPossible && <p role="status">{rejected > 0 ? t.allRejected : t.noChanges}</p>}
          {isPossible && rejected > 0 && (
            <>
              <Checkbox
                label={t.skip(rejected)}
                checked={upload.skipRejected}
                onChange={(skipRejected) => setSkip({ skipRejected })}
              />
              <p className={styles.muted}>{t.skipFirst}</p>
            </>
          )}
          <div className={styles.actions}>
            <Button onClick={() => discard({})}>{t.discard}</Button>
            {isPossible && (
              <Button
                variant="primary"
                idle={!isReady}
                onClick={() =>
                  ask({
                    subject: {
                      isReplace: mode === "replace",
                      removed: changedIn(current, "removed"),
                    },
                  })
                }
              >
                {t.start}
              </Button>
            )}
          </div>
        </div>
      </Panel>
      <Rejects current={current} />
      <Confirmation />
    </>
  );
}

/** Why the plan needs a decision. */
function Gates({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const gates = closedImportGates(current.counts);
  if (gates.length === 0) return null;
  return (
    <Alert severity="warning" title={t.gated}>
      {gates.some(({ kind }) => kind === "people") && <p>{t.rewrites(MAX_REWRITTEN_PERCENT)}</p>}
      {gates.some(({ kind }) => kind !== "people") && <p>{t.removes(MAX_REMOVED_PERCENT)}</p>}
      <ul className={styles.notes}>
        {gates.map((gate) => (
          <li key={gate.kind}>
            {gate.kind === "people"
              ? t.rewritten(gate.rewritten, gate.of)
              : t.gates(t.kinds[gate.kind], gate.removed, gate.of)}
          </li>
        ))}
      </ul>
      <p>{t.gatedWhat}</p>
    </Alert>
  );
}

function Confirmation() {
  const t = useMessages(importMessages);
  const dialog = useConfirmation(importConfirmation);
  const { query, client } = useUnit({ query: $current, client: $client });
  const { isReplace = false, removed = 0 } = dialog.subject ?? {};
  const current = query.value?.current ?? null;
  const added = changedIn(current, "added");
  const updated = changedIn(current, "updated");
  const name = client?.name ?? "";
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.confirmTitle}
      description={
        isReplace
          ? t.confirmReplace(name, added, updated, removed)
          : t.confirmMerge(name, added, updated)
      }
      confirmLabel={t.start}
      failedTitle={t.notStarted}
      variant={isReplace ? "danger" : "primary"}
    />
  );
}

function Ended({ current }: { readonly current: DirectoryImport }) {
  const t = useMessages(importMessages);
  const translate = useTranslate();
  const { failure, mode } = current;
  // Only a check that ended has counts.
  const failed = current.counts === null ? t.checkFailed : t.failed;
  const { other, past } = useUnit({ other: restart, past: historyList.$view });
  // Rows are the newest first, and this is the newest import in the browser.
  const isUndoable = past.find(({ byCommand }) => !byCommand)?.undoable === true;
  return (
    <>
      <Panel
        title={failure === null ? t.done : failed}
        context={t.startedBy(current.actor, t.modes[mode])}
        actions={<Button onClick={() => other({})}>{t.again}</Button>}
      >
        <div className={styles.stack} role="status">
          {failure !== null && (
            <Alert severity="error" title={failed}>
              {translate(failure)}
            </Alert>
          )}
          <Outcome current={current} />
          {failure === null && isUndoable && <p className={styles.muted}>{t.undoHint}</p>}
        </div>
      </Panel>
      <Rejects current={current} />
    </>
  );
}
