import { useUnit } from "effector-react";
import type { Entitlement } from "#events/entities/directory.ts";
import { REPORT_KINDS, SCHEDULE_PERIODS, type ReportKind } from "#events/entities/report.ts";
import { hasEntitlement, hasOrg, hasPeriod, hasResource } from "#events/rules/reports.ts";
import { $resources } from "../../data/directory/index.ts";
import { orgOption } from "../../data/orgs/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useSearchedPart } from "../../kernel/useDisclosure.ts";
import { SearchedField } from "../../panels/searched-select/SearchedField.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useForm, useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField, FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import {
  $editedSchedule,
  $recipients,
  $schedule,
  editSchedule,
  entitlementChoices,
  orgChoices,
  reportForm,
  scheduleChangeForm,
  scheduleForm,
} from "./formModel.ts";
import { reportMessages } from "./messages.ts";

/** Requests a report. */
export function ReportDialog() {
  const t = useMessages(reportMessages);
  const form = useForm(reportForm);
  const scope = useScopeFields(form);
  if (form === null) return null;
  const days: readonly FormField[] = hasPeriod(form.values["kind"] as ReportKind)
    ? [
        { name: "from", kind: "date", label: t.from, required: true, half: true },
        { name: "until", kind: "date", label: t.until, required: true, half: true },
      ]
    : [];
  return (
    <FormDialog
      label={t.newReport}
      form={form}
      sections={[{ fields: [...scope, ...days] }]}
      submitLabel={t.request}
      failedTitle={t.notRequested}
    />
  );
}

/** Schedules a report. */
export function ScheduleDialog() {
  const t = useMessages(reportMessages);
  const form = useForm(scheduleForm);
  const fields = useScheduleFields(form, "reports/recipients");
  if (form === null) return null;
  return (
    <FormDialog
      label={t.schedule}
      form={form}
      sections={[{ fields }]}
      submitLabel={t.save}
      failedTitle={t.notScheduled}
    />
  );
}

/** Changes a schedule. */
export function ScheduleChangeDialog() {
  const t = useMessages(reportMessages);
  const translate = useTranslate();
  const form = useForm(scheduleChangeForm);
  const fields = useScheduleFields(form, "reports/changedRecipients");
  const { schedule, edited, edit } = useUnit({
    schedule: $schedule,
    edited: $editedSchedule,
    edit: editSchedule,
  });
  const onClose = () => edit({ scheduleId: null });
  if (form !== null) {
    return (
      <FormDialog
        label={t.changeSchedule}
        form={form}
        open={edited !== null}
        onClose={onClose}
        sections={[{ fields }]}
        submitLabel={t.saveSchedule}
        failedTitle={t.scheduleNotSaved}
      />
    );
  }
  const { failure } = schedule;
  return (
    <Modal open={edited !== null} onClose={onClose} title={t.changeSchedule}>
      {failure === null ? (
        <Skeleton height={240} />
      ) : (
        <Alert severity="error" title={t.scheduleNotLoaded} live>
          {translate(reasonOf(failure))}
        </Alert>
      )}
    </Modal>
  );
}

/** What a schedule reports, how often and to whom. */
function useScheduleFields(form: FormState | null, part: string): readonly FormField[] {
  const t = useMessages(reportMessages);
  const recipients = useUnit($recipients);
  const scope = useScopeFields(form);
  const disclosure = useSearchedPart(part);
  if (form === null) return [];
  const chosen = form.values["recipients"] as readonly string[];
  return [
    ...scope,
    {
      name: "every",
      kind: "select",
      label: t.every,
      description: t.everyWhat,
      options: SCHEDULE_PERIODS.map((value) => ({ value, label: t.periods[value] })),
    },
    {
      name: "recipients",
      kind: "multi",
      label: t.recipients(chosen.length),
      description: t.recipientsWhat,
      searchLabel: t.findRecipient,
      options: (recipients.value ?? []).map(({ id, username }) => ({ id, label: username })),
      disclosure,
    },
  ];
}

/** The kind, and the entitlement, the org and the resource if the kind has them. */
function useScopeFields(form: FormState | null): readonly FormField[] {
  const t = useMessages(reportMessages);
  const resources = useUnit($resources);
  if (form === null) return [];
  const kind = form.values["kind"] as ReportKind;
  return [
    {
      name: "kind",
      kind: "select",
      label: t.kindLabel,
      description: t.kindWhat[kind],
      options: REPORT_KINDS.map((value) => ({ value, label: t.kinds[value] })),
    },
    ...(hasEntitlement(kind)
      ? [
          {
            name: "roleOid",
            kind: "custom" as const,
            label: t.entitlement,
            render: () => <EntitlementField form={form} />,
          },
        ]
      : []),
    ...(hasOrg(kind)
      ? [
          {
            name: "orgOid",
            kind: "custom" as const,
            label: t.org,
            render: () => <OrgField form={form} />,
          },
        ]
      : []),
    ...(hasResource(kind)
      ? [
          {
            name: "resourceId",
            kind: "select" as const,
            label: t.resource,
            options: [
              { value: "", label: t.allResources },
              ...resources.value.map(({ id, name }) => ({ value: id, label: name })),
            ],
          },
        ]
      : []),
  ];
}

function EntitlementField({ form }: { readonly form: FormState }) {
  const t = useMessages(reportMessages);
  const list = useList(entitlementChoices);
  return (
    <SearchedField
      form={form}
      name="roleOid"
      labelName="entitlementName"
      label={t.entitlement}
      list={list}
      searchLabel={t.findEntitlement}
      optionOf={entitlementOption}
      noneLabel={t.noEntitlement}
    />
  );
}

const entitlementOption = ({ roleOid, name, resourceName }: Entitlement) => ({
  value: roleOid,
  label: `${name} · ${resourceName}`,
});

function OrgField({ form }: { readonly form: FormState }) {
  const t = useMessages(reportMessages);
  const list = useList(orgChoices);
  return (
    <SearchedField
      form={form}
      name="orgOid"
      labelName="orgName"
      label={t.org}
      list={list}
      searchLabel={t.findOrg}
      optionOf={orgOption}
      noneLabel={t.allOrgs}
    />
  );
}
