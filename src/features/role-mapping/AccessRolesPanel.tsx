import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { InducedRole } from "#events/entities/accessRole.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { $now } from "../../kernel/clock.ts";
import { periodMessages } from "../../panels/periods/messages.ts";
import { Validity, validityText } from "../../panels/periods/Validity.tsx";
import { useList } from "../../panels/useUnits.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { toAccessRole } from "../access-roles/index.ts";
import { inducedRoles } from "./accessRolesModel.ts";
import { roleMappingMessages } from "./messages.ts";

/** The access roles that the org's policy induces; nothing for users who map roles of their own resources. */
export function AccessRolesPanel() {
  const t = useMessages(roleMappingMessages);
  const periods = useMessages(periodMessages);
  const { count } = useFormats();
  const { mapsAllRoles, now } = useUnit({ mapsAllRoles: $mapsAllRoles, now: $now });
  const list = useList(inducedRoles);
  const columns = useMemo(
    (): readonly ListColumn<InducedRole>[] => [
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
        width: 132,
        cell: ({ entitlementCount }) => count(entitlementCount),
      },
      {
        id: "period",
        header: t.accessRoleColumns.period,
        priority: 2,
        cell: ({ period }) => period && <Validity period={period} now={now} />,
      },
    ],
    [t, count, now],
  );
  if (!mapsAllRoles) return null;
  return (
    <Panel title={t.accessRoles} context={t.accessRolesWhat}>
      <SharedTooltip>
        <ListPanel
          label={t.accessRoles}
          list={list}
          rowKey={oidOf}
          columns={columns}
          rowHref={hrefOf}
          summary={({ period }) => period && <Whole text={validityText(period, now, periods)} />}
          empty={<p>{t.noAccessRoles}</p>}
          height="own"
        />
      </SharedTooltip>
    </Panel>
  );
}

const oidOf = ({ oid }: InducedRole) => oid;
const hrefOf = ({ oid }: InducedRole) => toAccessRole(oid);
