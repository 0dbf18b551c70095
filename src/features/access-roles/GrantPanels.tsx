import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useMemo } from "react";
import {
  HELD_GROUPS,
  type AccessRole,
  type RoleHolder,
  type RoleOrg,
} from "#events/entities/accessRole.ts";
import { personName } from "#events/rules/personName.ts";
import { $now } from "../../kernel/clock.ts";
import { periodMessages } from "../../panels/periods/messages.ts";
import { PeriodButton } from "../../panels/periods/PeriodButton.tsx";
import { Validity, validityText } from "../../panels/periods/Validity.tsx";
import { useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ActionsWidth, ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { toIdentityReport } from "../identities/index.ts";
import { toRoleMappingDetail } from "../role-mapping/index.ts";
import { openPicker } from "./detailModel.ts";
import { grantSubject, holderList, openGrant, revocation, roleOrgList } from "./grantModel.ts";
import { accessRoleMessages, type AccessRoleMessages } from "./messages.ts";

const ACTIONS_WIDTH: ActionsWidth = { wide: 208, narrow: 96 };

/** The people of the role by the way in which they have it. */
export function PeoplePanel({ role }: { readonly role: AccessRole }) {
  const t = useMessages(accessRoleMessages);
  const list = useList(holderList);
  const { now, pick, edit, revoke } = useUnit({
    now: $now,
    pick: openPicker,
    edit: openGrant,
    revoke: revocation.open,
  });
  const periods = useMessages(periodMessages);
  const columns = useMemo(() => holderColumns(t, now), [t, now]);
  return (
    <Panel
      title={t.people}
      context={t.peopleWhat}
      actions={
        role.status === "active" && (
          <Button
            size="small"
            icon={<IconPlus size={16} />}
            onClick={() => pick({ picker: "people" })}
          >
            {t.assign}
          </Button>
        )
      }
    >
      <ListPanel
        label={t.people}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchPeople}
        csv
        filters={[
          {
            field: "show",
            kind: "tabs",
            label: t.people,
            options: HELD_GROUPS.map((value) => ({ value, label: t.groups[value] })),
          },
        ]}
        rowHref={hrefOf}
        rowActions={(holder) => {
          const { oid, assignment } = holder;
          if (assignment === null) return null;
          const name = personName(holder);
          const subject = { kind: "person" as const, oid, name };
          return (
            <RowActions
              name={name}
              onPeriod={() => edit({ subject: grantSubject(subject, assignment) })}
              onRevoke={() => revoke({ subject })}
            />
          );
        }}
        actionsWidth={ACTIONS_WIDTH}
        summary={(holder) => {
          const { assignment } = holder;
          const period = assignment === null ? [] : [validityText(assignment, now, periods)];
          return <Whole text={[reasonsOf(holder, t), ...period].join(" · ")} />;
        }}
        empty={<p>{t.noPeople}</p>}
        height="own"
      />
    </Panel>
  );
}

const oidOf = ({ oid }: { readonly oid: string }) => oid;
const hrefOf = ({ oid }: RoleHolder) => toIdentityReport(oid);

function reasonsOf({ assignment, inherited, inFact }: RoleHolder, t: AccessRoleMessages): string {
  return [assignment && t.assignedDirectly, inherited && t.throughOrgs, inFact && t.holdsAll]
    .filter(Boolean)
    .join(" · ");
}

function holderColumns(t: AccessRoleMessages, now: number): readonly ListColumn<RoleHolder>[] {
  return [
    {
      id: "name",
      header: t.peopleColumns.name,
      sortable: true,
      grow: 1.4,
      cell: (holder) => <Whole text={personName(holder)} />,
    },
    {
      id: "jobTitle",
      header: t.peopleColumns.job,
      sortable: true,
      priority: 3,
      cell: ({ jobTitle }) => <Whole text={jobTitle ?? "–"} />,
    },
    {
      id: "why",
      header: t.peopleColumns.why,
      grow: 1.4,
      priority: 2,
      cell: (holder) => <Whole text={reasonsOf(holder, t)} />,
    },
    {
      id: "period",
      header: t.peopleColumns.period,
      grow: 1.8,
      priority: 2,
      cell: ({ assignment }) => assignment && <Validity period={assignment} now={now} />,
    },
  ];
}

function RowActions({
  name,
  onPeriod,
  onRevoke,
}: {
  readonly name: string;
  readonly onPeriod: () => void;
  readonly onRevoke: () => void;
}) {
  const t = useMessages(accessRoleMessages);
  return (
    <>
      <PeriodButton name={name} onClick={onPeriod} />
      <Button
        size="small"
        variant="quiet"
        icon={<IconTrash size={14} />}
        iconOnPhones
        aria-label={t.takeAwayFrom(name)}
        onClick={onRevoke}
      >
        {t.takeAway}
      </Button>
    </>
  );
}

/** The orgs whose policies induce the role. */
export function OrgsPanel({ role }: { readonly role: AccessRole }) {
  const t = useMessages(accessRoleMessages);
  const { count } = useFormats();
  const periods = useMessages(periodMessages);
  const list = useList(roleOrgList);
  const { now, pick, edit, revoke } = useUnit({
    now: $now,
    pick: openPicker,
    edit: openGrant,
    revoke: revocation.open,
  });
  const columns = useMemo(
    (): readonly ListColumn<RoleOrg>[] => [
      {
        id: "name",
        header: t.orgColumns.name,
        sortable: true,
        grow: 2,
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
        id: "period",
        header: t.orgColumns.period,
        priority: 2,
        cell: (org) => <Validity period={org} now={now} />,
      },
    ],
    [t, count, now],
  );
  return (
    <Panel
      title={t.orgs}
      context={t.orgsWhat}
      actions={
        role.status === "active" && (
          <Button
            size="small"
            icon={<IconPlus size={16} />}
            onClick={() => pick({ picker: "orgs" })}
          >
            {t.addOrg}
          </Button>
        )
      }
    >
      <ListPanel
        label={t.orgs}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchOrgs}
        rowHref={hrefOfOrg}
        rowActions={(org) => {
          const { oid, displayName, validFrom, validUntil } = org;
          const subject = { kind: "org" as const, oid, name: displayName };
          return (
            <RowActions
              name={displayName}
              onPeriod={() => edit({ subject: grantSubject(subject, { validFrom, validUntil }) })}
              onRevoke={() => revoke({ subject })}
            />
          );
        }}
        actionsWidth={ACTIONS_WIDTH}
        summary={(org) => (
          <Whole
            text={`${t.orgColumns.members}: ${count(org.memberCount)} · ${validityText(org, now, periods)}`}
          />
        )}
        empty={<p>{t.noOrgs}</p>}
        height="own"
      />
    </Panel>
  );
}

const hrefOfOrg = ({ oid }: RoleOrg) => toRoleMappingDetail(oid);
