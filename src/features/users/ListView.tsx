import { IconPlus, IconShield, IconTableImport } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ListedUser, UserRole } from "#events/entities/managedUser.ts";
import { fullName } from "#events/rules/personName.ts";
import { managerKinds } from "#events/rules/users.ts";
import { $appInfo } from "../../data/session/index.ts";
import { $now } from "../../kernel/clock.ts";
import { navigateTo } from "../../kernel/navigation.ts";
import { useForm, useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import type { ListColumn, ListFilter } from "../../ui/list-panel/types.ts";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { Page } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { Whole } from "../../ui/Whole.tsx";
import { $roles } from "./editModel.ts";
import { $startRole, newUserForm, userList } from "./listModel.ts";
import { userMessages, type UserMessages } from "./messages.ts";
import { nameFields } from "./nameFields.ts";
import { toBulkChanges, toUser, toUserRoles } from "./route.ts";
import { SelectionMenu } from "./SelectionMenu.tsx";
import styles from "./ListView.module.css";

export function View() {
  const t = useMessages(userMessages);
  const { create, go } = useUnit({ create: newUserForm.toggle, go: navigateTo });
  return (
    <Page
      title={t.manageUsers}
      context={t.context}
      actions={
        <>
          <Button
            icon={<IconShield size={16} />}
            onClick={() => go({ path: toUserRoles(), cause: null })}
          >
            {t.userRoles}
          </Button>
          <Button
            icon={<IconTableImport size={16} />}
            onClick={() => go({ path: toBulkChanges(), cause: null })}
          >
            {t.bulkChanges}
          </Button>
          <Button
            variant="primary"
            icon={<IconPlus size={16} />}
            onClick={() => create({ open: true })}
          >
            {t.newUser}
          </Button>
        </>
      }
      fills
    >
      <SharedTooltip className={styles.list}>
        <Users />
      </SharedTooltip>
      <NewUser />
    </Page>
  );
}

function Users() {
  const t = useMessages(userMessages);
  const ui = useMessages(uiMessages);
  const list = useList(userList);
  const { roles, now } = useUnit({ roles: $roles, now: $now });
  const columns = useMemo(() => columnsOf(t, now), [t, now]);
  const selectLabel = useCallback(({ username }: ListedUser) => t.select(username), [t]);
  return (
    <ListPanel
      label={t.users}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search}
      filters={filtersOf(t, roles.value ?? [])}
      rowHref={hrefOf}
      summary={summaryOf}
      selectLabel={selectLabel}
      actions={<SelectionMenu />}
      empty={<p>{list.query.status === "archived" ? t.nobodyArchived : ui.noRecords}</p>}
    />
  );
}

const keyOf = ({ id }: ListedUser) => id;
const hrefOf = ({ id }: ListedUser) => toUser(id);
const summaryOf = ({ email, username }: ListedUser) => <Whole text={email ?? username} />;

function columnsOf(t: UserMessages, now: number): readonly ListColumn<ListedUser>[] {
  return [
    {
      id: "name",
      header: t.columns.name,
      sortable: true,
      grow: 1.8,
      cell: (user) => (
        <span className={styles.name}>
          <Whole text={fullName(user)} />
          {!user.onboarded && <Tag>{t.invited}</Tag>}
        </span>
      ),
    },
    {
      id: "username",
      header: t.columns.username,
      sortable: true,
      priority: 2,
      cell: ({ username }) => <Whole text={username} />,
    },
    {
      id: "email",
      header: t.columns.email,
      sortable: true,
      grow: 1.4,
      priority: 2,
      cell: ({ email }) => <Whole text={email ?? "–"} />,
    },
    {
      id: "roles",
      header: t.columns.roles,
      priority: 3,
      cell: ({ roleNames }) =>
        roleNames.length > 0 ? (
          <Whole text={roleNames.join(", ")} />
        ) : (
          <span className={styles.muted}>{t.noRole}</span>
        ),
    },
    {
      id: "lastSignIn",
      header: t.columns.lastSignIn,
      priority: 3,
      cell: ({ lastSignInAt }) =>
        lastSignInAt === null ? (
          <span className={styles.muted}>{t.neverSignedIn}</span>
        ) : (
          <RelativeTime at={Date.parse(lastSignInAt)} now={now} inRow />
        ),
    },
    {
      id: "manages",
      header: t.columns.manages,
      priority: 3,
      cell: (user) =>
        managerKinds(user)
          .map((kind) => t.manages[kind])
          .join(", "),
    },
  ];
}

function filtersOf(t: UserMessages, roles: readonly UserRole[]): readonly ListFilter[] {
  const optionsOf = (labels: Readonly<Record<string, string>>) =>
    Object.entries(labels).map(([value, label]) => ({ value, label }));
  return [
    { field: "status", kind: "tabs", label: t.status, options: optionsOf(t.statuses) },
    {
      field: "role",
      kind: "select",
      label: t.roleFilter,
      options: [
        { value: "", label: t.anyRole },
        ...roles.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { field: "manager", kind: "select", label: t.managers, options: optionsOf(t.managerFilter) },
  ];
}

function NewUser() {
  const t = useMessages(userMessages);
  const form = useForm(newUserForm);
  const { info, role } = useUnit({
    role: $startRole,
    info: $appInfo,
  });
  if (form === null) return null;
  return (
    <FormDialog
      label={t.newUser}
      description={`${info.emailEnabled ? t.newUserNext : t.newUserSaved} ${t.newUserRoles(role?.name ?? null)}`}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={[
        {
          fields: [
            ...nameFields(t),
            { name: "email", kind: "email", label: t.fields.email, required: true },
          ],
        },
      ]}
    />
  );
}
