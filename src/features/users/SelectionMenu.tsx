import { useUnit } from "effector-react";
import type { SelectionChange } from "#events/calls/bulkChanges.ts";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { countSelected } from "../../ui/list-panel/selection.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { $roles } from "./editModel.ts";
import { userList } from "./listModel.ts";
import { userMessages } from "./messages.ts";
import { $isCheckingSelection, changeSelected } from "./selectionModel.ts";

/** Changes of the selected users. Each choice opens Bulk Changes, which shows the effect before the change is applied. */
export function SelectionMenu() {
  const t = useMessages(userMessages);
  const menu = useDisclosure("users/selection");
  const { view, roles, isBusy, change } = useUnit({
    view: userList.$view,
    roles: $roles,
    isBusy: $isCheckingSelection,
    change: changeSelected,
  });
  const selected = countSelected(view.selection, view.total ?? 0);
  const grantable = (roles.value ?? []).filter((role) => role.grantable);
  const archives = view.query.status === "active";
  /** A section with an entry for each role that the user may grant. */
  const roleEntries = (
    heading: string,
    describe: (name: string, id: string) => { label: string; change: SelectionChange },
  ): readonly MenuEntry[] => {
    if (grantable.length === 0) return [];
    const choices = grantable.map(({ id, name }): MenuEntry => {
      const { label, change: chosen } = describe(name, id);
      return { kind: "action", label, onSelect: () => change({ change: chosen }) };
    });
    return [{ kind: "separator" }, { kind: "heading", label: heading }, ...choices];
  };
  const entries: MenuEntry[] = [
    {
      kind: "action",
      label: archives ? t.archive : t.restore,
      onSelect: () => change({ change: { archived: archives } }),
    },
    ...roleEntries(t.giveRole, (name, id) => ({
      label: t.giveRoleOf(name),
      change: { addRoles: [id], removeRoles: [] },
    })),
    ...roleEntries(t.takeRole, (name, id) => ({
      label: t.takeRoleOf(name),
      change: { addRoles: [], removeRoles: [id] },
    })),
  ];
  return (
    <Menu
      label={t.withSelected(selected)}
      trigger={
        <Button size="small" disabled={selected === 0} busy={isBusy}>
          {t.withSelected(selected)}
        </Button>
      }
      entries={entries}
      open={menu.open}
      onOpenChange={menu.onOpenChange}
    />
  );
}
