import { IconPlus, IconTableImport } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { navigateTo } from "../../kernel/navigation.ts";
import { Button } from "../../ui/Button.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
import { useWords } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { toDashboard } from "../dashboard/index.ts";
import { toggleCreation } from "./creating.ts";
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
import { userWords } from "./words.ts";
import styles from "./ListView.module.css";

const STATUSES: readonly UsersQuery["status"][] = ["active", "archived"];

export function View() {
  const words = useWords(userWords);
  const { create, go } = useUnit({ create: toggleCreation, go: navigateTo });
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.manageUsers}
        breadcrumbs={[
          { label: words.dashboard, href: toDashboard() },
          { label: words.manageUsers },
        ]}
        context={words.who}
        actions={
          <>
            <Button
              icon={<IconTableImport size={16} />}
              onClick={() => go({ path: toBulkChanges(), cause: null })}
            >
              {words.bulkChanges}
            </Button>
            <Button
              variant="primary"
              icon={<IconPlus size={16} />}
              onClick={() => create({ open: true })}
            >
              {words.newUser}
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
  const words = useWords(userWords);
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
        label={words.status}
        options={STATUSES.map((id) => ({ id, label: words.statuses[id] }))}
        value={query.status}
        onChange={(next) => status({ status: next })}
      />
      <SearchField label={words.search} value={text} onChange={(next) => type({ text: next })} />
      <SelectField
        label={words.managers}
        hideLabel
        options={MANAGERS.map((value) => ({ value, label: words.managerFilter[value] }))}
        value={query.manager}
        onChange={(next) => {
          const chosen = MANAGERS.find((one) => one === next);
          if (chosen) manager({ manager: chosen });
        }}
      />
    </FilterBar>
  );
}
