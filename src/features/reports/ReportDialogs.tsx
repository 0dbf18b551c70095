import { useUnit } from "effector-react";
import type { Entitlement } from "#events/entities/directory.ts";
import { REPORT_KINDS, SCHEDULE_PERIODS, type ReportKind } from "#events/entities/report.ts";
import { hasEntitlement, hasOrg, hasPeriod, hasResource } from "#events/rules/reports.ts";
import { $resources } from "../../data/directory/index.ts";
import { orgOption } from "../../data/orgs/index.ts";
import { useSearchedPart } from "../../kernel/useDisclosure.ts";
import { SearchedField } from "../../panels/searched-select/SearchedField.tsx";
import { useForm, useList } from "../../panels/useUnits.ts";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import type { FormField, FormState } from "../../ui/form-panel/types.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import {
  $recipients,
  entitlementChoices,
  orgChoices,
  reportForm,
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
  const recipients = useUnit($recipients);
  const scope = useScopeFields(form);
  const disclosure = useSearchedPart("reports/recipients");
  if (form === null) return null;
  const chosen = form.values["recipients"] as readonly string[];
  return (
    <FormDialog
      label={t.schedule}
      form={form}
      sections={[
        {
          fields: [
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
              options: (recipients.value ?? []).map(({ id, username }) => ({
                id,
                label: username,
              })),
              disclosure,
            },
          ],
        },
      ]}
      submitLabel={t.save}
      failedTitle={t.notScheduled}
    />
  );
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
