import { useUnit } from "effector-react";
import type { KeptExclusions, ProvisionPreview } from "#events/entities/provisioning.ts";
import type { ConnectedSystem } from "#events/entities/system.ts";
import {
  isDecidable,
  isProvisionable,
  isWorking,
  waitsForDisk,
} from "#events/rules/provisioning.ts";
import { $retrying } from "../../data/systems/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { DiskWait } from "../../panels/system-problems/DiskWait.tsx";
import { PreviewProblem } from "../../panels/system-problems/PreviewProblem.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag, type TagTone } from "../../ui/Tag.tsx";
import { GateList } from "./GateList.tsx";
import { GenerateHr, HrPreview } from "./HrPreview.tsx";
import { $outdated } from "./newerPreview.ts";
import { $mayUpdate } from "./place.ts";
import { ApproveDialog, RejectDialog } from "./PreviewDialogs.tsx";
import { PreviewKinds } from "./PreviewKinds.tsx";
import { previewMessages } from "./previewMessages.ts";
import {
  $isGenerating,
  $mayDecide,
  $preview,
  approval,
  cancelPreview,
  generatePreview,
  rejection,
  retryFailed,
  retryPreview,
} from "./previewModel.ts";
import { PreviewObjects } from "./PreviewObjects.tsx";
import { SystemFrame } from "./SystemFrame.tsx";
import styles from "./systems.module.css";

/** What provisioning would change in the system, and the decision about it. */
export function View() {
  return (
    <SystemFrame
      screen="preview"
      actions={(system) =>
        system.kind === "hr" ? <GenerateHr /> : isWritable(system) && <Generate />
      }
    >
      {(system) => <SystemPreview system={system} />}
    </SystemFrame>
  );
}

function SystemPreview({ system }: { readonly system: ConnectedSystem }) {
  if (system.kind === "hr") return <HrPreview resourceId={system.resourceId} />;
  if (!isWritable(system)) return <ReadOnly />;
  return (
    <>
      <Outdated />
      <Content isManual={system.kind === "manual"} />
    </>
  );
}

function isWritable({ kind, outbound }: ConnectedSystem): boolean {
  return isProvisionable(kind, outbound);
}

function ReadOnly() {
  const t = useMessages(previewMessages);
  return <EmptyState title={t.readOnly}>{t.readOnlyWhy}</EmptyState>;
}

/** Says that what is shown is not the latest any more. It stays until the user wants the latest. */
function Outdated() {
  const t = useMessages(previewMessages);
  const { outdated, show } = useUnit({ outdated: $outdated, show: retryPreview });
  if (outdated === null) return null;
  return (
    <Alert
      severity="info"
      title={t.outdated[outdated]}
      actions={<Button onClick={() => show({})}>{t.showLatest}</Button>}
      live
    >
      {t.outdatedWhy[outdated]}
    </Alert>
  );
}

function Generate({ isReplacing = false }: { readonly isReplacing?: boolean }) {
  const t = useMessages(previewMessages);
  const { generate, isBusy, query } = useUnit({
    generate: generatePreview,
    isBusy: $isGenerating,
    query: $preview,
  });
  const preview = query.value?.preview ?? null;
  const isOpen = preview !== null && isWorking(preview);
  return (
    <Button
      variant={isReplacing ? "secondary" : "primary"}
      busy={isBusy}
      disabled={isOpen}
      onClick={() => generate({})}
    >
      {isReplacing ? t.generateNew : t.generate}
    </Button>
  );
}

function Content({ isManual }: { readonly isManual: boolean }) {
  const t = useMessages(previewMessages);
  const translate = useTranslate();
  const { query, retry } = useUnit({ query: $preview, retry: retryPreview });
  if (query.value === null) {
    return query.failure === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailed
        title={t.failed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const { preview } = query.value;
  if (preview === null) return <EmptyState title={t.none}>{t.noneWhy}</EmptyState>;
  return (
    <>
      <Panel
        title={t.title(preview.no)}
        context={preview.stale ? t.staleHint : !isEmpty(preview) && t.statusHints[preview.status]}
        actions={<Decisions preview={preview} />}
      >
        <div className={styles.stack}>
          <Summary preview={preview} />
        </div>
      </Panel>
      {preview.resourcePreview.length > 0 && <PreviewObjects preview={preview} />}
      <ApproveDialog isManual={isManual} />
      <RejectDialog />
    </>
  );
}

/** Whether a preview has nothing to decide about, because no account has to change. */
const isEmpty = ({ status, resourcePreview }: ProvisionPreview) =>
  status === "planned" && resourcePreview.length === 0;

/** The reason why the user cannot approve or retry, for assistive technology. */
const REASON_ID = "preview-other-person";

/** Says why the user cannot approve the preview, or retry its failed changes. */
function OtherPerson({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const { list } = useFormats();
  const { status, preparedBy = [] } = preview;
  if (status !== "planned" && status !== "partlyFailed") return null;
  const names = list(preparedBy.map(({ username }) => username));
  const isRetry = status === "partlyFailed";
  if (preparedBy.length === 0) {
    return (
      <Alert severity="info" title={t.twoPersons}>
        <p id={REASON_ID}>{t.twoPersonsWhy}</p>
      </Alert>
    );
  }
  return (
    <Alert severity="info" title={isRetry ? t.otherRetries : t.otherPerson}>
      <p id={REASON_ID}>{isRetry ? t.otherRetriesWhy(names) : t.otherPersonWhy(names)}</p>
    </Alert>
  );
}

function Decisions({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const { mayUpdate, mayDecide, cancel, approve, reject, retry, retrying } = useUnit({
    mayUpdate: $mayUpdate,
    mayDecide: $mayDecide,
    approve: approval.open,
    cancel: cancelPreview,
    reject: rejection.open,
    retry: retryFailed,
    retrying: $retrying,
  });
  const { id, no, status, version, gates, resourcePreview } = preview;
  const included = resourcePreview.some((kind) => kind.count > kind.blocked + kind.leftOut);
  if (!mayUpdate) return null;
  const blocked = !mayDecide && { idle: true, "aria-describedby": REASON_ID };
  return (
    <>
      {isWorking(preview) && !preview.cancelling && (
        <Button onClick={() => cancel({ id })}>{t.cancel}</Button>
      )}
      {status === "partlyFailed" && (
        <Button
          variant="primary"
          busy={retrying.includes(id)}
          {...blocked}
          onClick={() => retry({ id })}
        >
          {t.retry}
        </Button>
      )}
      {status === "planned" && !isEmpty(preview) && (
        <Button variant="dangerOutline" onClick={() => reject({ subject: { id, no } })}>
          {t.reject}
        </Button>
      )}
      {isDecidable(preview) && included && (
        <Button
          variant="primary"
          {...blocked}
          onClick={() => approve({ subject: { id, no, version, gates } })}
        >
          {t.approve}
        </Button>
      )}
    </>
  );
}

const TONES: Readonly<Record<ProvisionPreview["status"], TagTone>> = {
  waiting: "info",
  computing: "info",
  planned: "warning",
  applying: "info",
  partlyFailed: "error",
  done: "success",
  failed: "error",
  cancelled: "secondary",
  rejected: "secondary",
};

function StatusTag({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const { stale, status } = preview;
  if (stale) return <Tag tone="secondary">{t.outOfDate}</Tag>;
  if (isEmpty(preview)) return <Tag tone="success">{t.nothingToDecide}</Tag>;
  return <Tag tone={TONES[status]}>{t.statuses[status]}</Tag>;
}

function Summary({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const { now, mayUpdate, mayDecide } = useUnit({
    now: $now,
    mayUpdate: $mayUpdate,
    mayDecide: $mayDecide,
  });
  const { status, createdAt, actor, approvedBy, stale, gates, problem } = preview;
  const { keptExclusions, previewCount, totalCount, plannedAt, resourcePreview } = preview;
  const compared = t.compared(previewCount, totalCount);
  return (
    <>
      <p className={styles.line} role="status">
        <StatusTag preview={preview} />
        <span className={styles.muted}>
          {t.createdBy(actor)} · <RelativeTime at={Date.parse(createdAt)} now={now} />
          {approvedBy !== null && ` · ${t.approvedBy(approvedBy)}`}
          {plannedAt !== null && ` · ${compared}`}
        </span>
      </p>
      {(status === "waiting" || status === "computing") && (
        <ProgressBar
          label={t.statuses[status]}
          percent={totalCount === 0 ? null : (previewCount / totalCount) * 100}
          text={compared}
        />
      )}
      {status === "applying" && <Writing preview={preview} />}
      {mayUpdate && !mayDecide && !isEmpty(preview) && <OtherPerson preview={preview} />}
      {stale && (
        <Alert severity="warning" title={t.stale} actions={mayUpdate && <Generate isReplacing />}>
          {t.staleWhy}
        </Alert>
      )}
      {status === "planned" && keptExclusions && <Exclusions {...keptExclusions} />}
      {status === "planned" && gates.length > 0 && resourcePreview.length > 0 && (
        <Alert severity="warning" title={t.gatesTitle}>
          <GateList gates={gates} texts={t.gates} />
        </Alert>
      )}
      {waitsForDisk(preview) ? (
        <DiskWait />
      ) : (
        problem !== null && (
          <Alert severity="error" title={t.problem}>
            <PreviewProblem problem={problem} />
          </Alert>
        )
      )}
      {plannedAt !== null && resourcePreview.length === 0 && (
        <EmptyState title={t.noChanges}>{t.noChangesWhy}</EmptyState>
      )}
      {resourcePreview.length > 0 && <PreviewKinds preview={preview} />}
    </>
  );
}

/** How many changes were left out of the previous preview. */
function Exclusions({ kept, dropped }: KeptExclusions) {
  const t = useMessages(previewMessages);
  return (
    <Alert severity={dropped > 0 ? "warning" : "info"} title={t.exclusions}>
      {kept > 0 && <p>{t.keptExclusions(kept)}</p>}
      {dropped > 0 && <p>{t.droppedExclusions(dropped)}</p>}
    </Alert>
  );
}

function Writing({ preview }: { readonly preview: ProvisionPreview }) {
  const t = useMessages(previewMessages);
  const now = useUnit($now);
  const { resourcePreview, dueAt, cancelling } = preview;
  const sum = (figure: "applied" | "failed" | "open") =>
    resourcePreview.reduce((total, kind) => total + kind[figure], 0);
  const done = sum("applied") + sum("failed");
  const total = done + sum("open");
  return (
    <>
      <ProgressBar
        label={t.statuses.applying}
        percent={total === 0 ? null : (done / total) * 100}
        text={t.written(done, total)}
      />
      {cancelling && <p role="status">{t.cancelling}</p>}
      {dueAt !== null && (
        <p>
          {t.waitsFor} <RelativeTime at={Date.parse(dueAt)} now={now} />
        </p>
      )}
    </>
  );
}
