import { IconClockExclamation } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { CASE_FILTERS, CASE_KINDS, type Case } from "#events/entities/case.ts";
import { $now } from "../../kernel/clock.ts";
import { useList } from "../../panels/useUnits.ts";
import { buttonClass } from "../../ui/Button.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import {
  RELATIVE_TIME_WIDTH,
  type ListColumn,
  type ListFilter,
} from "../../ui/list-panel/types.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { caseMessages, type CaseMessages } from "./messages.ts";
import { caseList } from "./model.ts";
import { OwnerFilter } from "./OwnerFilter.tsx";
import { orphanedRoute, toCase, toMyCases } from "./route.ts";
import { isOverdue } from "./rules.ts";
import { SelectedButton, SelectedDialog } from "./SelectedCases.tsx";
import { aboutText } from "./texts.ts";
import styles from "./cases.module.css";

export function View() {
  const t = useMessages(caseMessages);
  const list = useList(caseList);
  const now = useUnit($now);
  const { day } = useFormats();
  const columns = useMemo(() => columnsOf(t, now, day), [t, now, day]);
  const selectLabel = useCallback(({ subject }: Case) => t.select(subject), [t]);
  return (
    <SharedTooltip className={styles.page}>
      <PageHeader
        title={t.title}
        context={t.context}
        actions={
          <>
            <Link className={buttonClass("secondary")} href={toMyCases()}>
              {t.myCases}
            </Link>
            <Link className={buttonClass("secondary")} href={orphanedRoute.path}>
              {t.orphaned}
            </Link>
          </>
        }
      />
      <ListPanel
        label={t.title}
        list={list}
        rowKey={keyOf}
        rowHref={hrefOf}
        columns={columns}
        searchLabel={t.search}
        csv
        filters={filtersFor(t)}
        belowFilters={<OwnerFilter />}
        selectLabel={selectLabel}
        actions={<SelectedButton />}
        summary={(one) => <Whole text={summaryOf(one, t)} />}
        empty={<p>{t.none}</p>}
      />
      <SelectedDialog />
    </SharedTooltip>
  );
}

const keyOf = ({ id }: Case) => id;
const hrefOf = ({ id }: Case) => toCase(id);

function summaryOf(one: Case, t: CaseMessages): string {
  const due = one.dueOn === null ? [] : [t.dueBy(one.dueOn)];
  return [t.kinds[one.kind], aboutText(one), ...due].join(" · ");
}

function filtersFor(t: CaseMessages): readonly ListFilter[] {
  return [
    {
      field: "show",
      kind: "select",
      label: t.state,
      options: CASE_FILTERS.map((value) => ({ value, label: t.filters[value] })),
    },
    {
      field: "kind",
      kind: "select",
      label: t.kind,
      options: [
        { value: "all", label: t.anyKind },
        ...CASE_KINDS.map((value) => ({ value, label: t.kinds[value] })),
      ],
    },
    {
      field: "due",
      kind: "select",
      label: t.due,
      options: [
        { value: "all", label: t.anyDue },
        { value: "overdue", label: t.overdue },
      ],
    },
  ];
}

function columnsOf(t: CaseMessages, now: number, day: Formats["day"]): readonly ListColumn<Case>[] {
  return [
    {
      id: "subject",
      header: t.columns.subject,
      sortable: true,
      grow: 3,
      cell: ({ subject }) => <Whole text={subject} />,
    },
    {
      id: "kind",
      header: t.columns.kind,
      width: 184,
      priority: 2,
      cell: ({ kind }) => <Whole text={t.kinds[kind]} />,
    },
    {
      id: "about",
      header: t.columns.about,
      grow: 2,
      priority: 3,
      cell: (one) => <Whole text={aboutText(one)} />,
    },
    { id: "state", header: t.columns.state, width: 120, cell: ({ state }) => t.filters[state] },
    {
      id: "owner",
      header: t.columns.owner,
      width: 112,
      priority: 2,
      cell: ({ owner }) => <Whole text={owner ?? "–"} />,
    },
    {
      id: "dueOn",
      header: t.columns.dueOn,
      sortable: true,
      width: 144,
      priority: 2,
      cell: (one) => (
        <div className={styles.due}>
          {isOverdue(one, now) && (
            <span role="img" aria-label={t.overdue} title={t.overdue} className={styles.late}>
              <IconClockExclamation size={16} aria-hidden="true" />
            </span>
          )}
          {one.dueOn === null ? "–" : day(one.dueOn)}
        </div>
      ),
    },
    {
      id: "createdAt",
      header: t.columns.createdAt,
      sortable: true,
      width: RELATIVE_TIME_WIDTH,
      priority: 3,
      cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} inRow />,
    },
  ];
}
