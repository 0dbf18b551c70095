import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { MappingDirection, PreviewObject, PreviewValue } from "#events/entities/mapping.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { EditedPreview } from "./EditedPreview.tsx";
import styles from "./fieldMapping.module.css";
import {
  $isComplete,
  $live,
  $object,
  $objectText,
  $shownValues,
  chooseObject,
  typeObjects,
} from "./liveModel.ts";
import { previewMessages } from "./previewMessages.ts";
import { $mayUpdate, type FieldMapping } from "./place.ts";
import { problemText, valuesText } from "./previewTexts.ts";

const MAX_OTHERS = 8;

/** A form with the preview of its mapping beside it, or below it on narrow screens. */
export function WithPreview({
  all,
  children,
}: {
  readonly all: FieldMapping;
  readonly children: ReactNode;
}) {
  const mayUpdate = useUnit($mayUpdate);
  return (
    <div className={styles.split}>
      <div>{children}</div>
      <aside className={styles.aside}>
        <LivePreview all={all} />
        <EditedPreview all={all} mayUpdate={mayUpdate} />
      </aside>
    </div>
  );
}

function LivePreview({ all }: { readonly all: FieldMapping }) {
  const t = useMessages(previewMessages);
  const { text, type } = useUnit({ text: $objectText, type: typeObjects });
  return (
    <Panel title={t.live} context={t.liveWhat[all.direction]}>
      <div className={styles.live}>
        <SearchField
          label={t.searchObject[all.direction]}
          value={text}
          onChange={(next) => type({ text: next })}
        />
        <Outcome direction={all.direction} />
      </div>
    </Panel>
  );
}

function Outcome({ direction }: { readonly direction: MappingDirection }) {
  const t = useMessages(previewMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const { live, object, isComplete, values, choose } = useUnit({
    live: $live,
    object: $object,
    isComplete: $isComplete,
    values: $shownValues,
    choose: chooseObject,
  });
  if (!isComplete || values === null) return <p className={styles.muted}>{t.incomplete}</p>;
  if (live.value === null) {
    return live.failure === null ? (
      <Skeleton height={160} />
    ) : (
      <Alert severity="error" title={t.liveFailed} live>
        {translate(reasonOf(live.failure))}
      </Alert>
    );
  }
  const { previewObjects, previewCount, totalCount } = live.value;
  if (object === null) return <p className={styles.muted}>{t.noObjects}</p>;
  const target = targetOf({ ...values, direction });
  const counts = live.value.resourcePreview.find((one) => one.target === target);
  const others = previewObjects.filter(({ id }) => id !== object.id).slice(0, MAX_OTHERS);
  return (
    <div className={styles.live} aria-busy={live.isBusy}>
      <div className={styles.object} role="status">
        <h3 className={styles.name}>{object.name}</h3>
        <ObjectValue value={valueOf(object, target)} />
      </div>
      {counts && (
        <p className={styles.muted}>
          {t.sample(count(previewCount), count(totalCount))}{" "}
          {t.counts(counts.changed, counts.empty, counts.failing, counts.notUnique)}
        </p>
      )}
      {others.length > 0 && (
        <ul className={styles.plain} aria-label={t.otherObjects}>
          {others.map((other) => (
            <li key={other.id}>
              <button
                type="button"
                className={styles.other}
                onClick={() => choose({ id: other.id })}
              >
                <span>{other.name}</span>
                <ObjectValue value={valueOf(other, target)} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function valueOf({ values }: PreviewObject, target: string): PreviewValue | null {
  return values.find((one) => one.target === target) ?? null;
}

/** A value before and after, or why there is none. */
export function ObjectValue({ value }: { readonly value: PreviewValue | null }) {
  const t = useMessages(previewMessages);
  if (value === null) return <span className={styles.muted}>{t.notApplied}</span>;
  const { before, after, problem } = value;
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return (
    <span className={styles.change}>
      <span className={styles.before}>{valuesText(before, t)}</span>
      <span aria-hidden="true">→</span>
      <span className="visually-hidden">{t.becomes}</span>
      {problem !== null ? (
        <strong className={styles.refused}>{problemText(problem, t)}</strong>
      ) : (
        <strong className={styles.after}>
          {isSame && after.length > 0 ? t.same : valuesText(after, t)}
        </strong>
      )}
    </span>
  );
}
