import { useUnit } from "effector-react";
import type { PreviewFinding, StoredPreview } from "#events/entities/mapping.ts";
import { EXISTENCE, targetOf } from "#events/rules/mappings/fields.ts";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import styles from "./fieldMapping.module.css";
import { CountButton, Finding, FINDINGS, Reasons } from "./Findings.tsx";
import { LatestPreview, PreviewProgress } from "./LatestPreview.tsx";
import { mappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { previewMessages } from "./previewMessages.ts";
import {
  $isStarting,
  $latest,
  cancelPreview,
  includesUnsaved,
  isRunning,
  wantPreview,
} from "./previewModel.ts";
import { nameOf } from "./texts.ts";

/** Findings about values. The existence of an account is only yes or no. */
const VALUE_FINDINGS: ReadonlySet<PreviewFinding> = new Set(["notUnique", "longest"]);

/** What the saved mappings do to all objects, with the objects behind each count. */
export function PreviewPanel({
  all,
  mayUpdate,
}: {
  readonly all: FieldMapping;
  readonly mayUpdate: boolean;
}) {
  const t = useMessages(previewMessages);
  const { latest, isStarting, want, cancel } = useUnit({
    latest: $latest,
    isStarting: $isStarting,
    want: wantPreview,
    cancel: cancelPreview,
  });
  const preview = latest.value?.preview ?? null;
  const runs = preview !== null && isRunning(preview);
  return (
    <Panel
      title={t.preview}
      context={t.previewWhat[all.direction]}
      actions={
        mayUpdate &&
        (runs ? (
          <Button onClick={() => cancel({})}>{t.cancel}</Button>
        ) : (
          <Button busy={isStarting} idle={all.mappings.length === 0} onClick={() => want({})}>
            {preview === null ? t.start : t.again}
          </Button>
        ))
      }
    >
      <LatestPreview>
        {(shown) =>
          shown === null ? (
            <p className={styles.muted}>{t.none}</p>
          ) : (
            <Outcome all={all} preview={shown} />
          )
        }
      </LatestPreview>
    </Panel>
  );
}

function Outcome({
  all,
  preview,
}: {
  readonly all: FieldMapping;
  readonly preview: StoredPreview;
}) {
  const t = useMessages(previewMessages);
  const names = useMessages(mappingMessages);
  const now = useUnit($now);
  const { status, previewCount, totalCount, edited } = preview;
  return (
    <div className={styles.live}>
      {isRunning(preview) ? (
        <PreviewProgress preview={preview} />
      ) : status === "failed" ? (
        <Alert severity="error" title={t.ended.failed} />
      ) : status === "cancelled" ? (
        <Alert severity="info" title={t.ended.cancelled} />
      ) : null}
      <p className={styles.muted}>
        {t.evaluated(previewCount, totalCount)}{" "}
        <RelativeTime at={Date.parse(preview.createdAt)} now={now} />
      </p>
      {edited && includesUnsaved(edited, all.mappings) && (
        <Alert severity="info" title={t.withEdited(nameOf(targetOf(edited.mapping), all, names))} />
      )}
      {preview.stale && <Alert severity="warning" title={t.stale} />}
      <Targets all={all} preview={preview} />
      <Finding all={all} />
    </div>
  );
}

function Targets({
  all,
  preview,
}: {
  readonly all: FieldMapping;
  readonly preview: StoredPreview;
}) {
  const t = useMessages(previewMessages);
  const names = useMessages(mappingMessages);
  if (preview.resourcePreview.length === 0) return null;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.byTarget}>
      <table className={styles.counts}>
        <thead>
          <tr>
            <th scope="col">{t.target}</th>
            {FINDINGS.map((finding) => (
              <th key={finding} scope="col" data-number>
                {t.findings[finding]}
              </th>
            ))}
            <th scope="col" data-number>
              {t.findings.longest}
            </th>
          </tr>
        </thead>
        <tbody>
          {preview.resourcePreview.map((target) => (
            <tr key={target.target}>
              <th scope="row">
                {nameOf(target.target, all, names)}
                <Reasons target={target} />
              </th>
              {[...FINDINGS, "longest" as const].map((finding) => (
                <td key={finding} data-number>
                  {target.target === EXISTENCE && VALUE_FINDINGS.has(finding) ? (
                    "–"
                  ) : (
                    <CountButton
                      finding={finding}
                      target={target.target}
                      name={nameOf(target.target, all, names)}
                      number={target[finding]}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
