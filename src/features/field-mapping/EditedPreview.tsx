import { useUnit } from "effector-react";
import type { StoredPreview } from "#events/entities/mapping.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import styles from "./fieldMapping.module.css";
import { CountButton, Finding, FINDINGS, Reasons } from "./Findings.tsx";
import { LatestPreview, PreviewProgress } from "./LatestPreview.tsx";
import { $edited } from "./liveModel.ts";
import { mappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { previewMessages } from "./previewMessages.ts";
import {
  $isStarting,
  $latest,
  $ofEdited,
  cancelPreview,
  isRunning,
  wantEditedPreview,
} from "./previewModel.ts";
import { nameOf } from "./texts.ts";

/** Runs the mapping over all objects as it is edited, and shows its counts. */
export function EditedPreview({
  all,
  mayUpdate,
}: {
  readonly all: FieldMapping;
  readonly mayUpdate: boolean;
}) {
  const t = useMessages(previewMessages);
  const { latest, ofEdited, edited, isStarting, want, cancel } = useUnit({
    latest: $latest,
    ofEdited: $ofEdited,
    edited: $edited,
    isStarting: $isStarting,
    want: wantEditedPreview,
    cancel: cancelPreview,
  });
  const preview = latest.value?.preview ?? null;
  const runs = preview !== null && isRunning(preview);
  const isOwn = ofEdited !== null;
  return (
    <Panel
      title={t.preview}
      context={t.editedWhat[all.direction]}
      actions={
        mayUpdate &&
        (runs && isOwn ? (
          <Button onClick={() => cancel({})}>{t.cancel}</Button>
        ) : (
          <Button
            busy={isStarting}
            idle={edited === null || latest.value === null || runs}
            onClick={() => want({})}
          >
            {isOwn ? t.again : t.start}
          </Button>
        ))
      }
    >
      <div className={styles.live}>
        {edited === null && <p className={styles.muted}>{t.incomplete}</p>}
        <LatestPreview>
          {() =>
            ofEdited === null ? (
              <p className={styles.muted}>{runs ? t.otherRuns : t.none}</p>
            ) : runs ? (
              <PreviewProgress preview={ofEdited.preview} />
            ) : (
              <Outcome all={all} {...ofEdited} />
            )
          }
        </LatestPreview>
      </div>
      <Finding all={all} />
    </Panel>
  );
}

function Outcome({
  all,
  preview: { status, stale, edited, resourcePreview, previewCount, totalCount },
  isCurrent,
}: {
  readonly all: FieldMapping;
  readonly preview: StoredPreview;
  readonly isCurrent: boolean;
}) {
  const t = useMessages(previewMessages);
  const names = useMessages(mappingMessages);
  const sought = edited && targetOf(edited.mapping);
  const target = resourcePreview.find((one) => one.target === sought);
  return (
    <>
      {status === "failed" && <Alert severity="error" title={t.ended.failed} />}
      {status === "cancelled" && <Alert severity="info" title={t.ended.cancelled} />}
      {!isCurrent ? (
        <Alert severity="warning" title={t.editedSince} />
      ) : (
        stale && <Alert severity="warning" title={t.stale} />
      )}
      <p className={styles.muted}>{t.allEvaluated(previewCount, totalCount)}</p>
      {target && (
        <dl className={styles.figures}>
          {[...FINDINGS, "longest" as const].map((finding) => (
            <div key={finding}>
              <dt>{t.findings[finding]}</dt>
              <dd>
                <CountButton
                  finding={finding}
                  target={target.target}
                  name={nameOf(target.target, all, names)}
                  number={target[finding]}
                />
                {finding === "failing" && <Reasons target={target} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
