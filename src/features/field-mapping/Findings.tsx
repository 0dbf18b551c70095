import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { PreviewFinding, PreviewObject, PreviewTarget } from "#events/entities/mapping.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Whole } from "../../ui/Whole.tsx";
import styles from "./fieldMapping.module.css";
import { mappingMessages } from "./messages.ts";
import type { FieldMapping } from "./place.ts";
import { previewMessages, type PreviewMessages } from "./previewMessages.ts";
import { $finding, findingList, openFinding } from "./previewModel.ts";
import { problemName, problemText, valuesText } from "./previewTexts.ts";
import { nameOf } from "./texts.ts";

export const FINDINGS = ["changed", "empty", "failing", "notUnique"] as const;

/** Why objects fail, with the count of each reason. */
export function Reasons({ target: { problems } }: { readonly target: PreviewTarget }) {
  const t = useMessages(previewMessages);
  const { count } = useFormats();
  return Object.entries(problems).map(([code, number]) => (
    <span key={code} className={styles.reason}>
      {t.reason(problemName(code, t), count(Number(number)))}
    </span>
  ));
}

/** A count that opens its objects; a plain zero. */
export function CountButton({
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

/** The objects behind the count that is open. */
export function Finding({ all }: { readonly all: FieldMapping }) {
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
