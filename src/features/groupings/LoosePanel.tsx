import { useUnit } from "effector-react";
import { useMemo } from "react";
import { LOOSE_LISTS, type LooseList, type TreeOrg } from "#events/entities/grouping.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { countSelected, isSelected } from "../../ui/list-panel/selection.ts";
import type { ListColumn, ListState } from "../../ui/list-panel/types.ts";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { movedOf, type Dragging, type Moved } from "./dragging.ts";
import {
  $looseCounts,
  $looseList,
  chooseLooseList,
  inactiveList,
  ungroupedList,
} from "./looseModel.ts";
import { groupingMessages } from "./messages.ts";
import { move } from "./moveModel.ts";
import styles from "./groupings.module.css";

/** The orgs outside of groups, and those without members. Orgs that are dropped here leave their groups. */
export function LoosePanel({
  dragging,
  rootOid,
}: {
  readonly dragging: Dragging;
  readonly rootOid: string | null;
}) {
  const t = useMessages(groupingMessages);
  const { list, counts, choose } = useUnit({
    list: $looseList,
    counts: $looseCounts,
    choose: chooseLooseList,
  });
  return (
    <section
      className={styles.column}
      aria-label={t.loose}
      onDragOver={(event) => {
        if (rootOid !== null && dragging.canDropOn(rootOid)) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (rootOid !== null) dragging.dropOn({ oid: rootOid, displayName: null });
      }}
    >
      <h2 className="visually-hidden">{t.loose}</h2>
      <SegmentedControl
        label={t.loose}
        value={list}
        onChange={(chosen) => choose({ list: chosen })}
        options={LOOSE_LISTS.map((id) => ({
          id,
          label: t[id],
          ...(counts[id] !== null && { count: counts[id] }),
        }))}
      />
      <p className={styles.note}>{list === "ungrouped" ? t.looseWhat : t.inactiveWhat}</p>
      {list === "ungrouped" ? <Ungrouped dragging={dragging} /> : <Inactive dragging={dragging} />}
    </section>
  );
}

function Ungrouped({ dragging }: { readonly dragging: Dragging }) {
  return <Orgs name="ungrouped" list={useList(ungroupedList)} dragging={dragging} />;
}

function Inactive({ dragging }: { readonly dragging: Dragging }) {
  return <Orgs name="inactive" list={useList(inactiveList)} dragging={dragging} />;
}

function Orgs({
  name,
  list,
  dragging,
}: {
  readonly name: LooseList;
  readonly list: ListState<TreeOrg>;
  readonly dragging: Dragging;
}) {
  const t = useMessages(groupingMessages);
  const { count } = useFormats();
  const openMove = useUnit(move.open);
  const columns = useMemo(
    (): readonly ListColumn<TreeOrg>[] => [
      {
        id: "name",
        header: t.columns.name,
        sortable: true,
        cell: ({ displayName }) => <Whole text={displayName} />,
      },
      {
        id: "memberCount",
        header: t.columns.people,
        sortable: true,
        align: "end",
        width: 104,
        cell: ({ memberCount }) => count(memberCount),
      },
    ],
    [t, count],
  );
  const total = list.total ?? 0;
  const selected = countSelected(list.selection, total);
  const moved = movedIn(name, list);
  return (
    <>
      <div className={styles.bar}>
        <span role="status" className={styles.status}>
          {selected === 0 ? t.nothingSelected : t.selected(selected)}
        </span>
        {selected === 0 ? (
          <Button
            size="small"
            idle={total === 0}
            onClick={() => list.onSelect({ all: true, ids: [] })}
          >
            {t.selectAll(total)}
          </Button>
        ) : (
          <Button size="small" onClick={() => list.onSelect({ all: false, ids: [] })}>
            {t.clearSelection}
          </Button>
        )}
        <Button size="small" idle={selected === 0} onClick={() => openMove({ subject: moved })}>
          {t.move}
        </Button>
      </div>
      <ListPanel
        label={t[name]}
        list={list}
        rowKey={keyOf}
        columns={columns}
        searchLabel={t.searchLoose}
        selectLabel={({ displayName }) => t.select(displayName)}
        onDragRow={(org, event) =>
          dragging.start(
            event,
            isSelected(list.selection, org.oid)
              ? moved
              : movedOf([{ ...org, displayName: org.displayName }]),
          )
        }
        empty={<p>{name === "ungrouped" ? t.noUngrouped : t.noInactive}</p>}
      />
    </>
  );
}

const keyOf = ({ oid }: TreeOrg) => oid;

/** The selected orgs of a list. */
function movedIn(name: LooseList, { selection, find, total, query }: ListState<TreeOrg>): Moved {
  const { contains } = query as { readonly contains?: string };
  if (selection.all) {
    return {
      ids: [],
      all: { list: name, except: [...selection.ids], ...(contains && { contains }) },
      count: countSelected(selection, total ?? 0),
      name: null,
    };
  }
  const orgs = selection.ids.flatMap((oid) => find((org) => org.oid === oid) ?? []);
  return movedOf(orgs);
}
