import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { Identity } from "#events/entities/directory.ts";
import { personName } from "#events/rules/personName.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { useList } from "../../panels/useUnits.ts";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { toIdentityReport } from "../identities/index.ts";
import { memberList } from "./detailModel.ts";
import { roleMappingMessages, type RoleMappingMessages } from "./messages.ts";

export function MembersPanel() {
  const t = useMessages(roleMappingMessages);
  const formats = useFormats();
  const list = useList(memberList);
  const mapsAllRoles = useUnit($mapsAllRoles);
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  return (
    <Panel title={t.membersTitle} context={t.membersWhat}>
      <ListPanel
        label={t.membersTitle}
        list={list}
        rowKey={keyOf}
        columns={columns}
        searchLabel={t.searchMembers}
        {...(mapsAllRoles && { rowHref: hrefOf })}
        empty={<p>{t.noMembers}</p>}
        height="own"
      />
    </Panel>
  );
}

const keyOf = ({ oid }: Identity) => oid;
const hrefOf = ({ oid }: Identity) => toIdentityReport(oid);

function columnsOf(
  { memberColumns, noAccount }: RoleMappingMessages,
  { count }: Formats,
): readonly ListColumn<Identity>[] {
  return [
    { id: "name", header: memberColumns.name, sortable: true, grow: 2, cell: personName },
    {
      id: "username",
      header: memberColumns.username,
      sortable: true,
      priority: 2,
      cell: ({ username }) => username ?? "–",
    },
    {
      id: "jobTitle",
      header: memberColumns.jobTitle,
      sortable: true,
      priority: 2,
      cell: ({ jobTitle }) => jobTitle ?? "–",
    },
    {
      id: "department",
      header: memberColumns.department,
      sortable: true,
      priority: 3,
      cell: ({ department }) => department ?? "–",
    },
    {
      id: "accounts",
      header: memberColumns.accounts,
      align: "end",
      width: 116,
      cell: ({ accountCount }) =>
        accountCount === 0 ? <Tag tone="warning">{noAccount}</Tag> : count(accountCount),
    },
  ];
}
