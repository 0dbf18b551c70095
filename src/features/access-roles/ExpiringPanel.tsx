import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ExpiringGrant } from "#events/entities/accessRole.ts";
import { NO_SUBJECT } from "#events/entities/case.ts";
import { daysOf } from "#events/rules/periods.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { useList } from "../../panels/useUnits.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { CASE_ACTION_WIDTH, CaseAction, OpenCaseDialog } from "../cases/index.ts";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { expiringList } from "./grantModel.ts";
import { accessRoleMessages } from "./messages.ts";
import { toAccessRole } from "./route.ts";

/** What ends within a month: the role or the policy opens, where the period can be changed. */
export function ExpiringPanel() {
  const t = useMessages(accessRoleMessages);
  const mapsAllRoles = useUnit($mapsAllRoles);
  const list = useList(expiringList);
  const { day } = useFormats();
  const endOf = useCallback(
    ({ validUntil }: ExpiringGrant) => day(daysOf({ validFrom: null, validUntil }).until),
    [day],
  );
  const columns = useMemo(
    (): readonly ListColumn<ExpiringGrant>[] => [
      {
        id: "subject",
        header: t.expiringColumns.subject,
        grow: 1.4,
        cell: ({ subject, kind }) => (
          <>
            <Whole text={subject.name} /> <Tag>{t.grantKinds[kind]}</Tag>
          </>
        ),
      },
      {
        id: "role",
        header: t.expiringColumns.role,
        grow: 1.4,
        priority: 2,
        cell: ({ role }) => <Whole text={role.name} />,
      },
      {
        id: "until",
        header: t.expiringColumns.until,
        width: 132,
        priority: 2,
        cell: endOf,
      },
    ],
    [t, endOf],
  );
  if (!mapsAllRoles || list.total === 0) return null;
  return (
    <Panel title={t.expiring} context={t.expiringWhat}>
      <SharedTooltip>
        <ListPanel
          label={t.expiring}
          list={list}
          rowKey={keyOf}
          columns={columns}
          rowHref={hrefOf}
          rowActions={rowActions}
          actionsWidth={CASE_ACTION_WIDTH}
          summary={(grant) => `${grant.role.name} · ${endOf(grant)}`}
          empty={<p>{t.nothingExpires}</p>}
          height="own"
        />
      </SharedTooltip>
      <OpenCaseDialog />
    </Panel>
  );
}

const rowActions = ({ kind, role, subject, caseId = null }: ExpiringGrant) => (
  <CaseAction
    caseId={caseId}
    finding={{
      ...NO_SUBJECT,
      kind: "expiringSoon",
      identityOid: kind === "person" ? subject.oid : null,
      orgOid: kind === "org" ? subject.oid : null,
      roleOid: role.oid,
      name: `${subject.name} · ${role.name}`,
    }}
  />
);
const keyOf = ({ role, subject }: ExpiringGrant) => `${role.oid} ${subject.oid}`;
const hrefOf = ({ role, subject, isAccessRole = true }: ExpiringGrant) =>
  isAccessRole ? toAccessRole(role.oid) : toRoleMappingDetail(subject.oid);
