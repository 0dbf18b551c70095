import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { Identity } from "#events/entities/directory.ts";
import type { Org } from "#events/entities/org.ts";
import { ORG_TYPE_NAMES, ORG_TYPES } from "#events/entities/orgTypes.ts";
import { personName } from "#events/rules/personName.ts";
import { periodMessages } from "../../panels/periods/messages.ts";
import { periodText } from "../../panels/periods/periods.ts";
import { periodSections } from "../../panels/periods/periodSections.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useForm, useList } from "../../panels/useUnits.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListDialog } from "../../ui/list-panel/ListDialog.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Whole } from "../../ui/Whole.tsx";
import { $picker, openPicker, personPicker } from "./detailModel.ts";
import {
  $grant,
  $restorationEffect,
  grantForm,
  grantSubject,
  openGrant,
  orgPicker,
  restoration,
  revocation,
} from "./grantModel.ts";
import { accessRoleMessages } from "./messages.ts";
import { $role } from "./place.ts";
import { RoleEffect } from "./RoleEffect.tsx";

/** The dialogs with which people and orgs get the role or lose it. */
export function GrantDialogs() {
  const { picker, grant } = useUnit({ picker: $picker, grant: $grant });
  return (
    <>
      <PeoplePicker open={picker === "people" && grant === null} />
      <OrgPicker open={picker === "orgs" && grant === null} />
      <GrantDialog />
      <RevocationDialog />
      <RestorationDialog />
    </>
  );
}

function PeoplePicker({ open }: { readonly open: boolean }) {
  const t = useMessages(accessRoleMessages);
  const list = useList(personPicker);
  const { close, grant } = useUnit({ close: openPicker, grant: openGrant });
  const columns = useMemo(
    (): readonly ListColumn<Identity>[] => [
      {
        id: "name",
        header: t.peopleColumns.name,
        cell: (person) => <Whole text={personName(person)} />,
      },
      {
        id: "job",
        header: t.peopleColumns.job,
        priority: 2,
        cell: ({ jobTitle }) => <Whole text={jobTitle ?? "–"} />,
      },
    ],
    [t],
  );
  return (
    <ListDialog
      open={open}
      onClose={() => close({ picker: null })}
      title={t.pickPeople}
      description={t.pickPeopleWhat}
      cancelLabel={t.done}
    >
      <ListPanel
        label={t.people}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchPeople}
        onOpen={(person) =>
          grant({
            subject: grantSubject(
              { kind: "person", oid: person.oid, name: personName(person) },
              null,
            ),
          })
        }
        summary={({ jobTitle }) => jobTitle ?? "–"}
        height="own"
      />
    </ListDialog>
  );
}

const oidOf = ({ oid }: { readonly oid: string }) => oid;

function OrgPicker({ open }: { readonly open: boolean }) {
  const t = useMessages(accessRoleMessages);
  const translate = useTranslate();
  const { count } = useFormats();
  const list = useList(orgPicker);
  const { close, grant } = useUnit({ close: openPicker, grant: openGrant });
  const columns = useMemo(
    (): readonly ListColumn<Org>[] => [
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
        cell: ({ memberCount }) => count(memberCount),
      },
    ],
    [t, count],
  );
  return (
    <ListDialog
      open={open}
      onClose={() => close({ picker: null })}
      title={t.pickOrgs}
      description={t.pickOrgsWhat}
      cancelLabel={t.done}
    >
      <ListPanel
        label={t.orgs}
        list={list}
        rowKey={oidOf}
        columns={columns}
        searchLabel={t.searchOrgs}
        filters={[
          {
            field: "type",
            kind: "tabs",
            label: t.kindOfOrg,
            options: ORG_TYPES.map((value) => ({
              value,
              label: translate(ORG_TYPE_NAMES[value]),
            })),
          },
        ]}
        onOpen={({ oid, displayName }) =>
          grant({ subject: grantSubject({ kind: "org", oid, name: displayName }, null) })
        }
        height="own"
      />
    </ListDialog>
  );
}

function GrantDialog() {
  const t = useMessages(accessRoleMessages);
  const periods = useMessages(periodMessages);
  const form = useForm(grantForm);
  const { subject, role, close } = useUnit({ subject: $grant, role: $role, close: openGrant });
  if (form === null) return null;
  const entitlements = role.value?.entitlementCount ?? 0;
  const name = subject?.name ?? "";
  const what = subject?.kind === "org" ? t.grantOrg(entitlements) : t.grantPerson(entitlements);
  return (
    <FormDialog
      label={subject?.isNew === false ? periods.periodTitle(name) : t.grantTitle(name)}
      description={
        subject?.isNew === false
          ? `${what} ${periods.currentPeriod(periodText(subject, periods))}`
          : what
      }
      open={subject !== null}
      onClose={() => close({ subject: null })}
      form={form}
      failedTitle={t.notGranted}
      submitLabel={subject?.isNew === false ? periods.savePeriod : t.grantConfirm}
      sections={periodSections(periods)}
    />
  );
}

function RevocationDialog() {
  const t = useMessages(accessRoleMessages);
  const dialog = useConfirmation(revocation);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.revokeTitle(dialog.subject?.name ?? "")}
      description={dialog.subject?.kind === "org" ? t.revokeOrg : t.revokePerson}
      confirmLabel={t.revokeConfirm}
      failedTitle={t.notRevoked}
    />
  );
}

function RestorationDialog() {
  const t = useMessages(accessRoleMessages);
  const { effect } = useUnit({ effect: $restorationEffect });
  const dialog = useConfirmation(restoration);
  return (
    <ConfirmDialog
      dialog={{ ...dialog, isReady: dialog.isReady && effect.value !== null }}
      title={t.restoreTitle(dialog.subject?.restored ?? 0)}
      description={t.restoreWhat}
      confirmLabel={t.restoreConfirm}
      failedTitle={t.notRestored}
      variant="primary"
    >
      <RoleEffect of={$restorationEffect} inDialog />
    </ConfirmDialog>
  );
}
