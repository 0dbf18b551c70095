/** How the settings of imports and their form read each other. Pure. */
import type { Static } from "typebox";
import type { importSettingsForm } from "#events/actions/systems.ts";
import {
  DEFAULT_SETTINGS,
  DEFAULT_WRITES_PER_MINUTE,
  IDENTITY_FIELDS,
} from "#events/entities/system.ts";
import type { ImportSettings } from "#events/entities/systemConfiguration.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { checkSettingTexts, linesOf } from "#events/rules/systems.ts";

export type ImportForm = Static<(typeof importSettingsForm)["values"]>;

/** Minutes between imports that the form offers. */
export const SCHEDULES = [15, 60, 360, 720, 1440, 10_080] as const;

export function importFormOf({
  owner,
  identity,
  includedEntitlements = [],
  excludedEntitlements,
  everyMinutes,
  maxGonePercent,
  maxRenamedPercent,
  graceDays,
  writesPerMinute = DEFAULT_WRITES_PER_MINUTE,
}: ImportSettings): ImportForm {
  const people = Object.fromEntries(IDENTITY_FIELDS.map((field) => [field, identity[field] ?? ""]));
  return {
    ownerAttribute: owner?.attribute ?? "",
    ownerField: owner?.field ?? "externalId",
    ...(people as Record<(typeof IDENTITY_FIELDS)[number], string>),
    includedEntitlements: includedEntitlements.join("\n"),
    excludedEntitlements: excludedEntitlements.join("\n"),
    schedule: everyMinutes === null ? "" : String(everyMinutes),
    maxGonePercent,
    maxRenamedPercent,
    graceDays,
    writesPerMinute,
  };
}

export function settingsOf(values: ImportForm, isHr: boolean): ImportSettings {
  const { ownerAttribute, ownerField, schedule } = values;
  const identity = IDENTITY_FIELDS.filter((field) => isHr && values[field] !== "").map(
    (field) => [field, values[field]] as const,
  );
  return {
    owner: ownerAttribute === "" ? null : { attribute: ownerAttribute, field: ownerField },
    identity: Object.fromEntries(identity),
    includedEntitlements: linesOf(values.includedEntitlements ?? ""),
    excludedEntitlements: linesOf(values.excludedEntitlements),
    everyMinutes: schedule === "" ? null : Number(schedule),
    maxGonePercent: values.maxGonePercent ?? DEFAULT_SETTINGS.maxGonePercent,
    maxRenamedPercent: values.maxRenamedPercent ?? DEFAULT_SETTINGS.maxRenamedPercent,
    graceDays: values.graceDays ?? DEFAULT_SETTINGS.graceDays,
    writesPerMinute: values.writesPerMinute ?? DEFAULT_WRITES_PER_MINUTE,
  };
}

/** @returns the problems by field. */
export function checkImportForm(
  values: ImportForm,
  isHr: boolean,
): Partial<Record<keyof ImportForm, Message>> {
  const problems: Partial<Record<keyof ImportForm, Message>> = {};
  for (const field of ["includedEntitlements", "excludedEntitlements"] as const) {
    const problem = checkSettingTexts(linesOf(values[field] ?? ""));
    if (problem) problems[field] = problem;
  }
  const hasPeople = IDENTITY_FIELDS.some((field) => values[field] !== "");
  if (isHr && hasPeople && values.externalId === "") {
    problems.externalId = message("systems.externalIdRequired");
  }
  for (const field of [
    "maxGonePercent",
    "maxRenamedPercent",
    "graceDays",
    "writesPerMinute",
  ] as const) {
    if (values[field] === null) problems[field] = message("systems.notInteger");
  }
  return problems;
}

/** The field of the form for a path such as `/body/settings/owner/attribute`. */
export function fieldOfSetting(path: string): string {
  const setting = path.replace(/^\/body\/settings\//, "");
  if (setting.startsWith("owner")) return "ownerAttribute";
  if (setting === "identity") return "externalId";
  const [list] = /^(?:in|ex)cludedEntitlements/.exec(setting) ?? [];
  return list ?? setting.replace(/^identity\//, "");
}
