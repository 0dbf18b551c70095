import { IconPlus, IconTableImport } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { navigateTo } from "../../kernel/navigation.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { toggleCreation } from "./createUser.ts";
import {
  $listState,
  $userPages,
  $userSearch,
  $usersQuery,
  chooseManagerKind,
  chooseStatus,
  typeUserSearch,
} from "./listModel.ts";
import { MANAGERS, type UsersQuery } from "./listRules.ts";
import { NewUser } from "./NewUser.tsx";
import { toBulkChanges } from "./route.ts";
import { UserTable } from "./UserTable.tsx";
import { userMessages } from "./messages.ts";
import styles from "./ListView.module.css";

const STATUSES: readonly UsersQuery["status"][] = ["active", "archived"];

export function View() {
  const t = useMessages(userMessages);
  const { create, go } = useUnit({ create: toggleCreation, go: navigateTo });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.manageUsers}
        breadcrumbs={[{ label: t.dashboard, href: toDashboard() }, { label: t.manageUsers }]}
        context={t.who}
        actions={
          <>
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
      />
      <Filters />
      <UserTable />
      <NewUser />
    </div>
  );
}

function Filters() {
  const t = useMessages(userMessages);
  const { query, text, pages, state, type, status, manager } = useUnit({
    query: $usersQuery,
    text: $userSearch,
    pages: $userPages,
    state: $listState,
    type: typeUserSearch,
    status: chooseStatus,
    manager: chooseManagerKind,
  });
  return (
    <FilterBar found={state === "ready" ? (pages.total ?? 0) : null}>
      <SegmentedControl
        label={t.status}
        options={STATUSES.map((id) => ({ id, label: t.statuses[id] }))}
        value={query.status}
        onChange={(next) => status({ status: next })}
      />
      <SearchField label={t.search} value={text} onChange={(next) => type({ text: next })} />
      <SelectField
        label={t.managers}
        hideLabel
        options={MANAGERS.map((value) => ({ value, label: t.managerFilter[value] }))}
        value={query.manager}
        onChange={(next) => {
          const chosen = MANAGERS.find((one) => one === next);
          if (chosen) manager({ manager: chosen });
        }}
      />
    </FilterBar>
  );
}
