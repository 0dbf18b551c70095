import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { Role } from "#events/entities/accessRole.ts";
import type { Entitlement } from "#events/entities/directory.ts";
import type { Org } from "#events/entities/org.ts";
import { ORG_TYPE_NAMES, ORG_TYPES } from "#events/entities/orgTypes.ts";
import { $resources } from "../../data/directory/index.ts";
import { $seesPeople } from "../../data/session/index.ts";
import { usePolicySize } from "../../panels/policy-size/usePolicySize.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { countSelected } from "../../ui/list-panel/selection.ts";
import type { ListColumn, ListState } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { HoldersButton } from "../holders/index.ts";
import {
  $bulkResourceId,
  $chosenRoles,
  $isOfAccess,
  bulkAccessRoles,
  bulkEntitlements,
  bulkOrgs,
} from "./bulkModel.ts";
import { policyChangeMessages } from "./messages.ts";
import styles from "./policyChanges.module.css";

/** Which orgs, and which entitlements or access roles, a change is about. */
export function BulkChoice() {
  const isOfAccess = useUnit($isOfAccess);
  return (
    <>
      <Orgs />
      {isOfAccess ? <AccessRoles /> : <Entitlements />}
    </>
  );
}

function Orgs() {
  const t = useMessages(policyChangeMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const sizeOf = usePolicySize();
  const list = useList(bulkOrgs);
  const columns = useMemo(
    (): readonly ListColumn<Org>[] => [
      {
        id: "name",
        header: t.orgColumns.name,
        sortable: true,
        cell: ({ displayName }) => <Whole text={displayName} />,
      },
      {
        id: "memberCount",
        header: t.orgColumns.members,
        sortable: true,
        align: "end",
        width: 120,
        priority: 2,
        cell: ({ memberCount }) => count(memberCount),
      },
      {
        id: "inducementCount",
        header: t.orgColumns.entitlements,
        sortable: true,
        align: "end",
        width: 160,
        priority: 2,
        cell: (org) => <Whole text={sizeOf(org)} />,
      },
    ],
    [t, count, sizeOf],
  );
  return (
    <Panel title={t.orgsTitle} context={<Selected list={list} what={t.orgsSelected} />}>
      <ListPanel
        label={t.orgs}
        list={list}
        rowKey={oidOf}
        columns={columns}
        selectLabel={nameOfOrg}
        searchLabel={t.searchOrgs}
        filters={[
          {
            field: "type",
            kind: "tabs",
            label: t.kindOfOrg,
            options: ORG_TYPES.map((value) => ({ value, label: translate(ORG_TYPE_NAMES[value]) })),
          },
        ]}
        summary={({ memberCount }) => `${t.orgColumns.members}: ${count(memberCount)}`}
        actions={<ClearSelection list={list} />}
        height="own"
      />
    </Panel>
  );
}

const oidOf = ({ oid }: Org) => oid;
const nameOfOrg = ({ displayName }: Org) => displayName;

function Entitlements() {
  const t = useMessages(policyChangeMessages);
  const list = useList(bulkEntitlements);
  const { resources, resourceId, seesPeople } = useUnit({
    resources: $resources,
    resourceId: $bulkResourceId,
    seesPeople: $seesPeople,
  });
  const columns = useMemo(
    (): readonly ListColumn<Entitlement>[] => [
      {
        id: "name",
        header: t.roleColumns.name,
        sortable: true,
        grow: 2,
        cell: ({ name }) => <Whole text={name} />,
      },
      {
        id: "resource",
        header: t.roleColumns.resource,
        priority: 2,
        cell: ({ resourceName }) => <Whole text={resourceName} />,
      },
    ],
    [t],
  );
  return (
    <Panel title={t.rolesTitle} context={<Selected list={list} what={t.rolesSelected} />}>
      <ListPanel
        label={t.roles}
        list={list}
        rowKey={roleOidOf}
        columns={columns}
        selectLabel={labelOfRole}
        {...(seesPeople && { rowActions: whoHasRole, actionsWidth: 48 })}
        searchLabel={t.searchRoles}
        {...(resourceId === null && {
          filters: [
            {
              field: "resourceId",
              kind: "select",
              label: t.resource,
              options: [
                { value: "", label: t.allResources },
                ...resources.value.map(({ id, name }) => ({ value: id, label: name })),
              ],
            },
          ],
        })}
        summary={resourceOfRole}
        actions={<ClearSelection list={list} />}
        height="own"
      />
    </Panel>
  );
}

const roleOidOf = ({ roleOid }: Entitlement) => roleOid;
const resourceOfRole = ({ resourceName }: Entitlement) => resourceName;
const whoHasRole = ({ roleOid, name }: Entitlement) => (
  <HoldersButton roleOid={roleOid} orgOid={null} name={name} compact />
);
const labelOfRole = ({ name, resourceName }: Entitlement) => `${name}, ${resourceName}`;

function AccessRoles() {
  const t = useMessages(policyChangeMessages);
  const { count } = useFormats();
  const list = useList(bulkAccessRoles);
  const chosen = useUnit($chosenRoles);
  const columns = useMemo(
    (): readonly ListColumn<Role>[] => [
      {
        id: "name",
        header: t.accessRoleColumns.name,
        sortable: true,
        grow: 2,
        cell: ({ name }) => <Whole text={name} />,
      },
      {
        id: "entitlements",
        header: t.accessRoleColumns.entitlements,
        align: "end",
        width: 120,
        priority: 2,
        cell: ({ entitlementCount }) => count(entitlementCount),
      },
      {
        id: "orgs",
        header: t.accessRoleColumns.orgs,
        align: "end",
        width: 120,
        priority: 2,
        cell: ({ orgCount }) => count(orgCount),
      },
    ],
    [t, count],
  );
  return (
    <Panel
      title={t.accessRolesTitle}
      context={<Selected list={list} what={t.accessRolesSelected} />}
    >
      <ListPanel
        label={t.accessRoles}
        list={list}
        rowKey={oidOfRole}
        columns={columns}
        selectLabel={nameOfRole}
        searchLabel={t.searchAccessRoles}
        summary={({ entitlementCount }) =>
          `${t.accessRoleColumns.entitlements}: ${count(entitlementCount)}`
        }
        actions={<ClearSelection list={list} />}
        empty={<p>{t.noAccessRoles}</p>}
        height="own"
      />
      <p className={styles.chosen} role="status">
        {chosen.value && t.chosenRoles(chosen.value.map(({ name }) => name).join(", "))}
      </p>
    </Panel>
  );
}

const oidOfRole = ({ oid }: Role) => oid;
const nameOfRole = ({ name }: Role) => name;

function Selected<Item>({
  list,
  what,
}: {
  readonly list: ListState<Item>;
  readonly what: (selected: number) => string;
}) {
  return <span role="status">{what(countSelected(list.selection, list.total ?? 0))}</span>;
}

function ClearSelection<Item>({ list }: { readonly list: ListState<Item> }) {
  const t = useMessages(policyChangeMessages);
  const { all, ids } = list.selection;
  return (
    <Button
      size="small"
      idle={!all && ids.length === 0}
      onClick={() => list.onSelect({ all: false, ids: [] })}
    >
      {t.clearSelection}
    </Button>
  );
}
