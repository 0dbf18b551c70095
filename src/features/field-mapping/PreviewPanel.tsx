import { useUnit } from "effector-react";
import { useMemo } from "react";
import type {
  PreviewFinding,
  PreviewObject,
  PreviewTarget,
  StoredPreview,
} from "#events/entities/mapping.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Whole } from "../../ui/Whole.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import { retry, type FieldMapping } from "./place.ts";
import { previewMessages, type PreviewMessages } from "./previewMessages.ts";
import {
  $finding,
  $isStarting,
  $latest,
  cancelPreview,
  findingList,
  isRunning,
  openFinding,
  wantPreview,
} from "./previewModel.ts";
import { problemName, problemText, valuesText } from "./previewTexts.ts";
import { nameOf } from "./texts.ts";

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
      <Content all={all} />
    </Panel>
  );
}

function Content({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(previewMessages);
  const translate = useTranslate();
  const { percent } = useFormats();
  const { latest, again, now } = useUnit({ latest: $latest, again: retry, now: $now });
  if (latest.value === null) {
    return latest.failure === null ? (
      <Skeleton height={96} />
    ) : (
      <LoadFailed
        title={t.previewFailed}
        reason={translate(reasonOf(latest.failure))}
        onRetry={() => again({})}
      />
    );
  }
  const { preview } = latest.value;
  if (preview === null) return <p className={styles.muted}>{t.none}</p>;
  const { status, previewCount, totalCount } = preview;
  const share = totalCount === 0 ? 0 : Math.floor((100 * previewCount) / totalCount);
  return (
    <div className={styles.live}>
      {isRunning(preview) ? (
        <ProgressBar label={t.running} percent={share} text={percent(share)} />
      ) : status === "failed" ? (
        <Alert severity="error" title={t.ended.failed} />
      ) : status === "cancelled" ? (
        <Alert severity="info" title={t.ended.cancelled} />
      ) : null}
      <p className={styles.muted}>
        {t.evaluated(previewCount, totalCount)}{" "}
        <RelativeTime at={Date.parse(preview.createdAt)} now={now} />
      </p>
      {preview.stale && <Alert severity="warning" title={t.stale} />}
      <Targets all={all} preview={preview} />
      <Finding all={all} />
    </div>
  );
}

const FINDINGS = ["changed", "empty", "failing", "notUnique"] as const;

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
              {FINDINGS.map((finding) => (
                <td key={finding} data-number>
                  <CountButton
                    finding={finding}
                    target={target.target}
                    name={nameOf(target.target, all, names)}
                    number={target[finding]}
                  />
                </td>
              ))}
              <td data-number>
                <CountButton
                  finding="longest"
                  target={target.target}
                  name={nameOf(target.target, all, names)}
                  number={target.longest}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Reasons({ target: { problems } }: { readonly target: PreviewTarget }) {
  const t = useMessages(previewMessages);
  const { count } = useFormats();
  return Object.entries(problems).map(([code, number]) => (
    <span key={code} className={styles.reason}>
      {t.reason(problemName(code, t), count(Number(number)))}
    </span>
  ));
}

/** A count that opens its objects; a plain zero. */
function CountButton({
  finding,
  target,
  name,
  number,
}: {
  readonly finding: PreviewFinding;
  readonly target: string;
  readonly name: string;
  readonly number: number;
}) {
  const t = useMessages(previewMessages);
  const { count } = useFormats();
  const open = useUnit(openFinding);
  if (number === 0) return count(0);
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={t.showObjects(name, t.findings[finding], count(number))}
      onClick={() => open({ finding: { finding, target } })}
    >
      {count(number)}
    </Button>
  );
}

function Finding({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(previewMessages);
  const names = useMessages(mappingMessages);
  const { finding, open } = useUnit({ finding: $finding, open: openFinding });
  const list = useList(findingList);
  const target = finding?.target ?? "";
  const columns = useMemo(() => columnsOf(target, t), [target, t]);
  return (
    <Modal
      open={finding !== null}
      onClose={() => open({ finding: null })}
      title={finding ? t.objectsOf(nameOf(target, all, names), t.findings[finding.finding]) : ""}
      description={t.atMost}
      size="large"
    >
      <ListPanel
        key={`${finding?.finding} ${target}`}
        label={t.objects}
        list={list}
        rowKey={keyOf}
        columns={columns}
        empty={<p>{t.noObjects}</p>}
        height="own"
      />
    </Modal>
  );
}

const keyOf = ({ id }: PreviewObject) => id;

function columnsOf(target: string, t: PreviewMessages): readonly ListColumn<PreviewObject>[] {
  const of = ({ values }: PreviewObject) => values.find((one) => one.target === target);
  return [
    { id: "name", header: t.object, cell: ({ name }) => <Whole text={name} /> },
    {
      id: "before",
      header: t.before,
      priority: 2,
      cell: (object) => <Whole text={valuesText(of(object)?.before ?? [], t)} />,
    },
    {
      id: "after",
      header: t.after,
      cell: (object) => {
        const value = of(object);
        return (
          <Whole
            text={
              value?.problem ? problemText(value.problem, t) : valuesText(value?.after ?? [], t)
            }
          />
        );
      },
    },
  ];
}
