import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { POLICY_FILTERS } from "#events/actions/roleMapping.ts";
import type { Org } from "#events/entities/org.ts";
import { ORG_TYPES, ORG_TYPE_NAMES } from "#events/entities/orgTypes.ts";
import { ALL_ORGS } from "#events/rules/orgQuery.ts";
import { $client } from "../../data/session/index.ts";
import { isMissing } from "../../kernel/calls.ts";
import { usePolicySize } from "../../panels/policy-size/usePolicySize.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useList } from "../../panels/useUnits.ts";
import { buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { uiMessages } from "../../ui/messages.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { toBulkRoleMapping } from "../policy-changes/index.ts";
import { toDashboard } from "../dashboard/index.ts";
import { AlphabetFilter } from "./AlphabetFilter.tsx";
import { $withoutPolicy, orgList } from "./listModel.ts";
import { roleMappingMessages, type RoleMappingMessages } from "./messages.ts";
import { $resource, $resourceId } from "./place.ts";
import { ResourceMissing, ScopeNote } from "./ResourceScope.tsx";
import { toOrgsOfType, toRoleMappingDetail } from "./route.ts";
import styles from "./ListView.module.css";

/** Names up to this length fit in the narrowest table, in characters; a tooltip shows longer ones in full. */
const SURELY_FITS = 18;

export function View() {
  const t = useMessages(roleMappingMessages);
  const { client, resource, resourceId } = useUnit({
    client: $client,
    resource: $resource,
    resourceId: $resourceId,
  });
  if (isMissing(resource.failure)) return <ResourceMissing />;
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.roleMapping}
        context={resourceId === null ? <Context /> : <ScopeNote />}
        actions={
          <Link className={buttonClass("secondary")} href={toBulkRoleMapping(resourceId)}>
            {t.bulk}
          </Link>
        }
      />
      {client === null ? (
        <EmptyState title={t.noClient}>{t.noClientWhy}</EmptyState>
      ) : (
        <SharedTooltip>
          <Orgs />
        </SharedTooltip>
      )}
    </div>
  );
}

/** What the screen is for, and where policies are missing. */
function Context() {
  const t = useMessages(roleMappingMessages);
  const translate = useTranslate();
  const { query, missing } = useUnit({ query: orgList.$query, missing: $withoutPolicy });
  return (
    <>
      <span>{t.findOrg}</span>
      {missing !== null && missing > 0 && (
        <Link href={toOrgsOfType(query.type, { policy: "missing" })}>
          {t.withoutPolicy(translate(ORG_TYPE_NAMES[query.type]), missing)}
        </Link>
      )}
    </>
  );
}

function Orgs() {
  const t = useMessages(roleMappingMessages);
  const translate = useTranslate();
  const formats = useFormats();
  const list = useList(orgList);
  const { query, resourceId, change } = useUnit({
    query: orgList.$query,
    resourceId: $resourceId,
    change: orgList.change,
  });
  const sizeOf = usePolicySize();
  const columns = useMemo(() => columnsOf(t, formats, sizeOf), [t, formats, sizeOf]);
  const hrefOf = useCallback(({ oid }: Org) => toRoleMappingDetail(oid, resourceId), [resourceId]);
  const summary = useCallback(
    (org: Org) => (org.inducementCount === 0 ? t.noPolicy : t.inPolicy(sizeOf(org))),
    [t, sizeOf],
  );
  const type = translate(ORG_TYPE_NAMES[query.type]);
  return (
    <ListPanel
      label={type}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search(type)}
      filters={[
        {
          field: "type",
          kind: "tabs",
          label: t.kindOfOrg,
          options: ORG_TYPES.map((value) => ({ value, label: translate(ORG_TYPE_NAMES[value]) })),
        },
        {
          field: "policy",
          kind: "select",
          label: t.policyFilter,
          options: POLICY_FILTERS.map((value) => ({ value, label: t.policies[value] })),
        },
      ]}
      belowFilters={
        <AlphabetFilter
          value={query.startsWith || ALL_ORGS}
          onChoose={(startsWith) => change({ change: { startsWith } })}
        />
      }
      rowHref={hrefOf}
      summary={summary}
      empty={<NoOrgs />}
    />
  );
}

const keyOf = ({ oid }: Org) => oid;

function NoOrgs() {
  const t = useMessages(roleMappingMessages);
  const ui = useMessages(uiMessages);
  return (
    <>
      <p>{ui.noRecords}</p>
      <p>
        {t.imported.before}
        <Link href={toDashboard()}>{t.imported.dashboard}</Link>
        {t.imported.after}
      </p>
    </>
  );
}

function columnsOf(
  { columns, noPolicy }: RoleMappingMessages,
  { count }: Formats,
  sizeOf: (org: Org) => string,
): readonly ListColumn<Org>[] {
  return [
    {
      id: "name",
      header: columns.name,
      sortable: true,
      cell: ({ displayName }) => (
        <span data-tooltip={displayName.length > SURELY_FITS ? displayName : undefined}>
          {displayName}
        </span>
      ),
    },
    {
      id: "memberCount",
      header: columns.members,
      sortable: true,
      align: "end",
      width: 136,
      cell: ({ memberCount }) => count(memberCount),
    },
    {
      id: "inducementCount",
      header: columns.entitlements,
      sortable: true,
      align: "end",
      width: 208,
      // On narrower screens the row's summary shows it.
      priority: 2,
      cell: (org) =>
        org.inducementCount === 0 ? <span className={styles.none}>{noPolicy}</span> : sizeOf(org),
    },
  ];
}
