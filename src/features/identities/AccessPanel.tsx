import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { NO_SUBJECT, type CaseKind } from "#events/entities/case.ts";
import { ACCESS_GROUPS, type IdentityEntitlement } from "#events/entities/identityAccess.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { useList } from "../../panels/useUnits.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { PrintedRows } from "../../ui/list-panel/PrintedRows.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { $casesForReport, CaseAction } from "../cases/index.ts";
import { HoldersButton } from "../holders/index.ts";
import { identityMessages, type IdentityMessages } from "./messages.ts";
import { $identity, $params, accessList } from "./reportModel.ts";
import styles from "./identities.module.css";

/** The person's entitlements with the reason for each, and how many of the peers hold it. */
export function AccessPanel() {
  const t = useMessages(identityMessages);
  const list = useList(accessList);
  const { value } = useUnit($identity);
  const isKnown = value !== null;
  const peers = value?.peers ?? null;
  const peerOrg = peers?.oid ?? null;
  const columns = useMemo(() => columnsOf(t, peers?.members ?? null), [t, peers]);
  const { params, cases } = useUnit({ params: $params, cases: $casesForReport });
  const rowActions = useCallback(
    (row: IdentityEntitlement) => {
      const { roleOid, name } = row;
      const kind = kindOf(row);
      const found = cases.find((one) => one.roleOid === roleOid && one.kind === kind);
      return (
        <>
          {kind !== null && params !== null && (
            <CaseAction
              caseId={found?.id ?? null}
              finding={{
                ...NO_SUBJECT,
                kind,
                roleOid,
                name,
                identityOid: params.identityOid,
              }}
            />
          )}
          {/* The peers are known once the person is. */}
          {isKnown && <HoldersButton roleOid={roleOid} orgOid={peerOrg} name={name} compact />}
        </>
      );
    },
    [cases, params, isKnown, peerOrg],
  );
  return (
    <Panel
      title={t.access}
      context={peers ? t.accessPeers(peers.name, peers.members) : t.accessWhat}
    >
      <div className={styles.onScreen}>
        <ListPanel
          label={t.access}
          list={list}
          rowKey={keyOf}
          columns={columns}
          searchLabel={t.searchAccess}
          csv
          filters={[
            {
              field: "show",
              kind: "tabs",
              label: t.show,
              options: ACCESS_GROUPS.map((group) => ({
                value: group,
                label: t.accessGroups[group],
              })),
            },
          ]}
          summary={(row) => <Whole text={`${row.resourceName} · ${reasonOf(row, t)}`} />}
          empty={<p>{list.query["show"] === "all" ? t.noAccess : t.noneOfGroup}</p>}
          rowActions={rowActions}
          actionsWidth={{ wide: 188, narrow: 104 }}
          height="own"
        />
      </div>
      <PrintedRows list={list} rowKey={keyOf} columns={columns} />
    </Panel>
  );
}

const keyOf = ({ roleOid }: IdentityEntitlement) => roleOid;

/** What a case about the entitlement would be; null if nothing is wrong. */
function kindOf({ accounts, paths, endsSoon }: IdentityEntitlement): CaseKind | null {
  if (paths.length === 0) return "outsidePolicy";
  if (accounts.length === 0) return "missingAccess";
  return endsSoon ? "expiringSoon" : null;
}

/** The policies that grant it, or that none does. */
function reasonOf({ paths }: IdentityEntitlement, t: IdentityMessages): string {
  return paths.length === 0 ? t.outside : pathTexts(paths).join(" · ");
}

function columnsOf(
  t: IdentityMessages,
  members: number | null,
): readonly ListColumn<IdentityEntitlement>[] {
  return [
    {
      id: "name",
      header: t.accessColumns.name,
      sortable: true,
      grow: 2.4,
      cell: ({ name, accounts, endsSoon }) => (
        <>
          <Whole text={name} /> {accounts.length === 0 && <Tag tone="warning">{t.missingTag}</Tag>}{" "}
          {endsSoon && <Tag tone="warning">{t.endsSoonTag}</Tag>}
        </>
      ),
    },
    {
      id: "resource",
      header: t.accessColumns.resource,
      sortable: true,
      grow: 1.2,
      priority: 2,
      cell: ({ resourceName }) => <Whole text={resourceName} />,
    },
    {
      id: "why",
      header: t.accessColumns.why,
      // Names wrap, and the tag of this column does not.
      grow: 3,
      priority: 2,
      cell: (row) =>
        row.paths.length === 0 ? (
          <Tag tone="warning">{t.outside}</Tag>
        ) : (
          <Whole text={reasonOf(row, t)} />
        ),
    },
    {
      id: "accounts",
      header: t.accessColumns.accounts,
      grow: 1.3,
      priority: 3,
      cell: ({ accounts, accountsActive = [] }) => (
        <Whole
          text={
            accounts
              .map((name, at) => (accountsActive[at] === false ? t.disabledAccount(name) : name))
              .join(", ") || "–"
          }
        />
      ),
    },
    {
      id: "peers",
      header: t.accessColumns.peers,
      sortable: true,
      align: "end",
      width: 132,
      priority: 2,
      cell: ({ peerHolders }) => (members === null ? "–" : t.ofPeers(peerHolders, members)),
    },
  ];
}
