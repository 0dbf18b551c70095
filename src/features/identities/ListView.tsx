import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { Identity } from "#events/entities/directory.ts";
import { PEOPLE_GROUPS } from "#events/entities/identityAccess.ts";
import { personName } from "#events/rules/personName.ts";
import { $resources } from "../../data/directory/index.ts";
import { orgOption } from "../../data/orgs/index.ts";
import { $mapsAllRoles, $seesPeople } from "../../data/session/index.ts";
import { SearchedFilter } from "../../panels/searched-select/SearchedFilter.tsx";
import { useList } from "../../panels/useUnits.ts";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Page } from "../../ui/Page.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { orphanedRoute } from "../cases/index.ts";
import { $editsPeople, newIdentityForm } from "./handModel.ts";
import { NewIdentityDialog } from "./HandDialogs.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { $chosenOrg, identityList, orgChoices } from "./listModel.ts";
import { identityMessages, type IdentityMessages } from "./messages.ts";
import { toIdentityReport } from "./route.ts";
import { ViewsMenu } from "./ViewsMenu.tsx";
import styles from "./identities.module.css";

export function View() {
  const t = useMessages(identityMessages);
  const maySee = useUnit($seesPeople);
  return (
    <Page title={t.title} context={t.context} actions={maySee && <Actions />} width="wide" fills>
      {maySee ? <People /> : <Forbidden />}
    </Page>
  );
}

function Actions() {
  const t = useMessages(identityMessages);
  const { edits, mapsAllRoles, toggle } = useUnit({
    edits: $editsPeople,
    mapsAllRoles: $mapsAllRoles,
    toggle: newIdentityForm.toggle,
  });
  return (
    <>
      {mapsAllRoles && (
        <Link className={buttonClass("secondary")} href={orphanedRoute.path}>
          {t.orphanedAccounts}
        </Link>
      )}
      <ViewsMenu />
      {edits && (
        <>
          <Button variant="primary" onClick={() => toggle({ open: true })}>
            {t.newPerson}
          </Button>
          <NewIdentityDialog />
        </>
      )}
    </>
  );
}

function People() {
  const t = useMessages(identityMessages);
  const formats = useFormats();
  const list = useList(identityList);
  const { resources, mapsAllRoles } = useUnit({
    resources: $resources,
    mapsAllRoles: $mapsAllRoles,
  });
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const resourceOptions = useMemo(
    () => [
      { value: "", label: t.anyResource },
      ...(resources.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
    [t, resources],
  );
  return (
    <ListPanel
      label={t.people}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search}
      rowHref={hrefOf}
      csv
      summary={({ jobTitle, department }) => (
        <Whole text={[jobTitle, department].filter(Boolean).join(" · ")} />
      )}
      filters={[
        {
          field: "show",
          kind: "select",
          label: t.show,
          options: PEOPLE_GROUPS.map((value) => ({ value, label: t.groups[value] })),
        },
        { field: "resourceId", kind: "select", label: t.resource, options: resourceOptions },
      ]}
      belowFilters={
        <>
          {mapsAllRoles && <OrgFilter />}
          <OutsideNote />
        </>
      }
      empty={<p>{t.noPeople}</p>}
    />
  );
}

/** People of an org and of those below it. */
function OrgFilter() {
  const t = useMessages(identityMessages);
  const choices = useList(orgChoices);
  const { query, chosen, change } = useUnit({
    query: identityList.$query,
    chosen: $chosenOrg,
    change: identityList.change,
  });
  return (
    <SearchedFilter
      label={t.org}
      list={choices}
      searchLabel={t.findOrg}
      optionOf={orgOption}
      noneLabel={t.anyOrg}
      chosenLabel={chosen.value?.displayName ?? t.chosenOrg}
      value={query.orgOid}
      onChange={(orgOid) => change({ change: { orgOid } })}
    />
  );
}

/** Access outside policy is counted in the background. */
function OutsideNote() {
  const t = useMessages(identityMessages);
  const { show } = useUnit(identityList.$query);
  return show === "outsidePolicy" && <p className={styles.note}>{t.outsideDelay}</p>;
}

const keyOf = ({ oid }: Identity) => oid;
const hrefOf = ({ oid }: Identity) => toIdentityReport(oid);

function columnsOf(
  { columns, noAccount }: IdentityMessages,
  { count }: Formats,
): readonly ListColumn<Identity>[] {
  const text = (value: string | null) => <Whole text={value ?? "–"} />;
  return [
    {
      id: "name",
      header: columns.name,
      sortable: true,
      grow: 1.4,
      cell: (person) => text(personName(person)),
    },
    {
      id: "username",
      header: columns.username,
      sortable: true,
      priority: 2,
      cell: ({ username }) => text(username),
    },
    {
      id: "jobTitle",
      header: columns.jobTitle,
      grow: 1.3,
      sortable: true,
      priority: 2,
      cell: ({ jobTitle }) => text(jobTitle),
    },
    {
      id: "department",
      header: columns.department,
      grow: 1.3,
      sortable: true,
      priority: 3,
      cell: ({ department }) => text(department),
    },
    {
      id: "location",
      header: columns.location,
      grow: 1.5,
      sortable: true,
      priority: 3,
      cell: ({ location }) => text(location),
    },
    {
      id: "accounts",
      header: columns.accounts,
      align: "end",
      width: 116,
      cell: ({ accountCount }) =>
        accountCount === 0 ? <Tag tone="warning">{noAccount}</Tag> : count(accountCount),
    },
  ];
}
