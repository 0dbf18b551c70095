import { IconChevronDown } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useDisclosure } from "../../kernel/useDisclosure.ts";
import { useConfirmation, useForm } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Menu, type MenuEntry } from "../../ui/Menu.tsx";
import { identityMessages } from "./messages.ts";
import { identitiesRoute } from "./route.ts";
import { $currentView, $views, viewDeletion, viewForm } from "./viewsModel.ts";

/** The user's saved views: opens one, saves the current filters, and deletes the open one. */
export function ViewsMenu() {
  const t = useMessages(identityMessages);
  const menu = useDisclosure("identities/views");
  const { views, current, toggle, ask } = useUnit({
    views: $views,
    current: $currentView,
    toggle: viewForm.toggle,
    ask: viewDeletion.open,
  });
  const saved = views.value ?? [];
  const entries: readonly MenuEntry[] = [
    ...(saved.length === 0
      ? [{ kind: "heading" as const, label: views.status === "failed" ? t.viewsFailed : t.noViews }]
      : []),
    ...saved.map(({ name, query }) => ({
      kind: "link" as const,
      label: name,
      href: `${identitiesRoute.path}${query}`,
    })),
    { kind: "separator" },
    { kind: "action", label: t.saveView, onSelect: () => toggle({ open: true }) },
    ...(current === null
      ? []
      : [
          {
            kind: "action" as const,
            label: t.deleteView(current.name),
            danger: true,
            onSelect: () => ask({ subject: { viewId: current.id, name: current.name } }),
          },
        ]),
  ];
  return (
    <>
      <Menu
        label={t.views}
        trigger={<Button icon={<IconChevronDown size={16} />}>{t.views}</Button>}
        entries={entries}
        {...menu}
      />
      <SaveDialog />
      <DeleteDialog />
    </>
  );
}

function SaveDialog() {
  const t = useMessages(identityMessages);
  const form = useForm(viewForm);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.saveViewTitle}
      description={t.saveViewWhat}
      form={form}
      sections={[
        {
          fields: [{ name: "name", kind: "text", label: t.viewName, required: true }],
        },
      ]}
      submitLabel={t.save}
      failedTitle={t.viewNotSaved}
    />
  );
}

function DeleteDialog() {
  const t = useMessages(identityMessages);
  const dialog = useConfirmation(viewDeletion);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.deleteViewTitle(dialog.subject?.name ?? "")}
      description={t.deleteViewWhat}
      confirmLabel={t.delete}
      failedTitle={t.viewNotDeleted}
    />
  );
}
