import { IconFolderPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import type { GroupChange } from "#events/entities/grouping.ts";
import { ORG_TYPE_NAMES, ORG_TYPES } from "#events/entities/orgTypes.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LinkTabs } from "../../ui/LinkTabs.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { undoCall } from "./calls.ts";
import { $lastChange, deletion, newGroupForm, renameForm, undo } from "./changeModel.ts";
import { DeleteDialog, MoveDialog, NewGroupDialog, RenameDialog } from "./Dialogs.tsx";
import { movedOf, useDragging, type Dragging } from "./dragging.ts";
import { LoosePanel } from "./LoosePanel.tsx";
import { groupingMessages, type GroupingMessages } from "./messages.ts";
import { move } from "./moveModel.ts";
import { $place } from "./place.ts";
import { toGroups } from "./route.ts";
import { $search, search } from "./searchModel.ts";
import { SearchResults } from "./SearchResults.tsx";
import { $selected, $selectedGroup, clearSelection } from "./selectionModel.ts";
import { suggestions } from "./suggestionModel.ts";
import { SuggestionsDialog } from "./SuggestionsDialog.tsx";
import { $hasNoOrgs, $rootOid } from "./treeModel.ts";
import { Tree } from "./TreePanel.tsx";
import styles from "./groupings.module.css";

/** Groups of one kind of orgs, next to the orgs that are in no group. */
export function View() {
  const t = useMessages(groupingMessages);
  const translate = useTranslate();
  const { place, rootOid, hasNoOrgs, create, suggest } = useUnit({
    place: $place,
    rootOid: $rootOid,
    hasNoOrgs: $hasNoOrgs,
    create: newGroupForm.toggle,
    suggest: suggestions.open,
  });
  const dragging = useDragging();
  const orgType = place?.orgType ?? "job-titles";
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.titles[orgType]}
        context={t.context}
        actions={
          !hasNoOrgs && (
            <>
              <Button onClick={() => suggest({ subject: {} })}>{t.suggest}</Button>
              <Button
                variant="primary"
                icon={<IconFolderPlus size={16} />}
                onClick={() => create({ open: true })}
              >
                {t.newGroup}
              </Button>
            </>
          )
        }
      />
      <LinkTabs
        label={t.kinds}
        links={ORG_TYPES.map((id) => ({
          id,
          href: toGroups(id),
          label: translate(ORG_TYPE_NAMES[id]),
        }))}
        current={orgType}
      />
      <LastChange />
      <SharedTooltip className={styles.columns}>
        <Groups dragging={dragging} />
        {!hasNoOrgs && <LoosePanel dragging={dragging} rootOid={rootOid} />}
      </SharedTooltip>
      <NewGroupDialog />
      <RenameDialog />
      <DeleteDialog />
      <MoveDialog />
      <SuggestionsDialog />
    </div>
  );
}

function Groups({ dragging }: { readonly dragging: Dragging }) {
  const t = useMessages(groupingMessages);
  const { text, wanted } = useUnit($search);
  const type = useUnit(search);
  return (
    <section className={styles.column} aria-label={t.groups}>
      <h2 className="visually-hidden">{t.groups}</h2>
      <SearchField label={t.search} value={text} onChange={(next) => type({ text: next })} />
      <SelectionBar />
      <div className={styles.frame}>
        {wanted.trim() === "" ? (
          <Tree dragging={dragging} />
        ) : (
          <SearchResults dragging={dragging} />
        )}
      </div>
    </section>
  );
}

/** What can be done with the selected orgs. */
function SelectionBar() {
  const t = useMessages(groupingMessages);
  const { selected, group, mapsRoles, openMove, openDeletion, rename, clear } = useUnit({
    selected: $selected,
    group: $selectedGroup,
    mapsRoles: $mapsAllRoles,
    openMove: move.open,
    openDeletion: deletion.open,
    rename: renameForm.toggle,
    clear: clearSelection,
  });
  const isNothing = selected.length === 0;
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.status}>
        {isNothing ? t.nothingSelected : t.selected(selected.length)}
      </span>
      {mapsRoles && selected.length === 1 && (
        <Link
          className={buttonClass("quiet", "small")}
          href={toRoleMappingDetail(selected[0]?.oid ?? "")}
        >
          {t.openPolicy}
        </Link>
      )}
      <Button size="small" idle={isNothing} onClick={() => clear({})}>
        {t.clearSelection}
      </Button>
      <Button
        size="small"
        idle={isNothing}
        onClick={() => openMove({ subject: movedOf(selected) })}
      >
        {t.move}
      </Button>
      <Button size="small" idle={group === null} onClick={() => rename({ open: true })}>
        {t.rename}
      </Button>
      <Button
        size="small"
        variant="dangerOutline"
        idle={group === null}
        onClick={() => group && openDeletion({ subject: group })}
      >
        {t.delete}
      </Button>
    </div>
  );
}

/** The last change, with its undo. */
function LastChange() {
  const t = useMessages(groupingMessages);
  const { change, status, takeBack } = useUnit({
    change: $lastChange,
    status: undoCall.$status,
    takeBack: undo,
  });
  return (
    <div className={styles.last}>
      <span>{change === null ? t.noChange : changeText(t, change)}</span>
      {change !== null && (
        <Button
          size="small"
          busy={status === "InProgress"}
          onClick={() => takeBack({ changeId: change.id })}
        >
          {t.undo}
        </Button>
      )}
    </div>
  );
}

function changeText(
  { lastChange: t }: GroupingMessages,
  { actor, change, group, formerName, created, moved }: GroupChange,
): string {
  const name = group?.displayName ?? "";
  if (change === "ADD" && group === null) return t.createdMany(actor, created, moved);
  if (change === "ADD") return t.created(actor, name, moved);
  if (change === "DELETE") return t.deleted(actor, name);
  if (formerName !== null) return t.renamed(actor, formerName, name);
  return group === null ? t.movedUp(actor, moved) : t.moved(actor, moved, name);
}
