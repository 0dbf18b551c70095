import { useUnit } from "effector-react";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { Button } from "../../ui/Button.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { countSelected } from "../../ui/list-panel/selection.ts";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { $roles } from "./editModel.ts";
import { userList } from "./listModel.ts";
import { userMessages } from "./messages.ts";
import { $isCheckingSelection, changeSelected } from "./selectionModel.ts";

/** What can be done with the selected users. Each choice leads to Bulk Changes, which shows its effect before it is made. */
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
  const entries: MenuEntry[] = [
    {
      kind: "action",
      label: archives ? t.archive : t.restore,
      onSelect: () => change({ change: { archived: archives } }),
    },
    ...(grantable.length === 0
      ? []
      : [{ kind: "separator" } as const, { kind: "heading", label: t.giveRole } as const]),
    ...grantable.map(({ id, name }): MenuEntry => ({
      kind: "action",
      label: t.giveRoleOf(name),
      onSelect: () => change({ change: { addRoles: [id], removeRoles: [] } }),
    })),
    ...(grantable.length === 0
      ? []
      : [{ kind: "separator" } as const, { kind: "heading", label: t.takeRole } as const]),
    ...grantable.map(({ id, name }): MenuEntry => ({
      kind: "action",
      label: t.takeRoleOf(name),
      onSelect: () => change({ change: { addRoles: [], removeRoles: [id] } }),
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
