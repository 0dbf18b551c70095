import { IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { Button } from "../../ui/Button.tsx";
import { FilterBar } from "../../ui/FilterBar.tsx";
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
import { UserTable } from "./UserTable.tsx";
import styles from "./ListView.module.css";

const STATUS_OPTIONS: readonly { id: UsersQuery["status"]; label: string }[] = [
  { id: "active", label: "Active" },
  { id: "archived", label: "Archived" },
];

const MANAGER_OPTIONS: readonly { value: UsersQuery["manager"]; label: string }[] = [
  { value: "all", label: "All managers" },
  { value: "hr", label: "HR managers" },
  { value: "ad", label: "AD managers" },
  { value: "billing", label: "Billing managers" },
];

export function View() {
  const { create } = useUnit({ create: toggleCreation });
  return (
    <div className={styles.page}>
      <PageHeader
        title="Manage Users"
        breadcrumbs={[{ label: "Dashboard", href: toDashboard() }, { label: "Manage Users" }]}
        context="The people who sign in to Provision for this client."
        actions={
          <Button
            variant="primary"
            icon={<IconPlus size={16} />}
            onClick={() => create({ open: true })}
          >
            New user
          </Button>
        }
      />
      <Filters />
      <UserTable />
      <NewUser />
    </div>
  );
}

function Filters() {
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
        label="Status"
        options={STATUS_OPTIONS}
        value={query.status}
        onChange={(next) => status({ status: next })}
      />
      <SearchField label="Search users" value={text} onChange={(next) => type({ text: next })} />
      <SelectField
        label="Managers"
        hideLabel
        options={MANAGER_OPTIONS}
        value={query.manager}
        onChange={(next) => {
          const chosen = MANAGERS.find((one) => one === next);
          if (chosen) manager({ manager: chosen });
        }}
      />
    </FilterBar>
  );
}
