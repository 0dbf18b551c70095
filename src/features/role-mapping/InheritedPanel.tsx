import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { InheritedEntitlement } from "#events/entities/org.ts";
import { inheritanceText } from "#events/rules/policyPaths.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { HoldersButton } from "../holders/index.ts";
import { inheritedList } from "./inheritedModel.ts";
import { roleMappingMessages, type RoleMappingMessages } from "./messages.ts";
import { $detail } from "./place.ts";
import { toRoleMappingDetail } from "./route.ts";

/** The inherited entitlements, each with its access role and the path of its org. An administrator removes one there. */
export function InheritedPanel() {
  const t = useMessages(roleMappingMessages);
  const list = useList(inheritedList);
  const detail = useUnit($detail);
  const columns = useMemo(() => columnsOf(t), [t]);
  const resourceId = detail?.resourceId ?? null;
  const orgOid = detail?.oid ?? "";
  const hrefOf = useCallback(
    ({ origin }: InheritedEntitlement) => toRoleMappingDetail(origin.oid, resourceId),
    [resourceId],
  );
  const rowActions = useCallback(
    ({ name, roleOid }: InheritedEntitlement) => (
      <HoldersButton roleOid={roleOid} orgOid={orgOid} name={name} />
    ),
    [orgOid],
  );
  return (
    <Panel title={t.inherited} context={t.inheritedWhat}>
      <ListPanel
        label={t.inherited}
        list={list}
        rowKey={keyOf}
        columns={columns}
        searchLabel={t.searchInherited}
        rowHref={hrefOf}
        rowActions={rowActions}
        actionsWidth={136}
        summary={inheritanceText}
        csv
        empty={<p>{t.nothingInherited}</p>}
        height="own"
      />
    </Panel>
  );
}

const keyOf = ({ roleOid, origin, role }: InheritedEntitlement) =>
  `${origin.oid} ${role?.oid ?? ""} ${roleOid}`;

function columnsOf(t: RoleMappingMessages): readonly ListColumn<InheritedEntitlement>[] {
  return [
    {
      id: "name",
      header: t.inheritedColumns.name,
      sortable: true,
      grow: 2,
      cell: ({ name, isDirect }) => (
        <>
          {name} {isDirect && <Tag>{t.alsoDirect}</Tag>}
        </>
      ),
    },
    {
      id: "resource",
      header: t.inheritedColumns.resource,
      sortable: true,
      priority: 2,
      cell: ({ resourceName }) => resourceName || t.lostResource,
    },
    {
      id: "origin",
      header: t.inheritedColumns.origin,
      sortable: true,
      priority: 2,
      cell: inheritanceText,
    },
  ];
}
