/** Settings of a system and their values in words. */
import type { MappingDirection, MappingDraft } from "#events/entities/mapping.ts";
import type { AccountExclusion } from "#events/entities/system.ts";
import type { SettingChange } from "#events/entities/systemConfiguration.ts";
import type { ConnectorTexts } from "../../panels/connector-texts/messages.ts";
import { mappingText, targetText, type MappingMessages } from "../field-mapping/index.ts";
import type { RunMessages } from "./runMessages.ts";

export interface SettingWords {
  readonly t: RunMessages;
  readonly mappings: MappingMessages;
  readonly connector: ConnectorTexts | undefined;
}

const CONFIGURATION = "configuration/";
const MAPPING = /^mappings\/(inbound|outbound)\/(.+)$/;

/** @param path such as `configuration/host` or `mappings/inbound/givenName`. */
export function settingText(path: string, { t, mappings, connector }: SettingWords): string {
  if (path.startsWith(CONFIGURATION)) {
    const id = path.slice(CONFIGURATION.length);
    return connector?.fields[id]?.label ?? id;
  }
  const [, direction, target] = MAPPING.exec(path) ?? [];
  if (target !== undefined) {
    return `${t.settings.mappings} / ${targetText(direction as MappingDirection, target, mappings)}`;
  }
  const [name = "", ...rest] = path.split("/");
  return [t.settings[name] ?? name, ...rest].join(" / ");
}

/** @param json null if the setting is not set. */
export function settingValue(path: string, json: string | null, words: SettingWords): string {
  const { t, mappings, connector } = words;
  if (json === null) return t.notSet;
  const value: unknown = JSON.parse(json);
  if (value === null || value === "") return t.notSet;
  if (typeof value === "boolean") return value ? t.yes : t.no;
  if (typeof value === "object") {
    // A list, or the attribute of each detail.
    const values: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    const parts = values.map((one) =>
      isMapping(path, one)
        ? mappingText(one, mappings)
        : isExclusion(path, one)
          ? exclusionText(one)
          : String(one),
    );
    return parts.length === 0 ? t.notSet : parts.join(", ");
  }
  if (typeof value !== "string") return json;
  const options = connector?.fields[path.slice(CONFIGURATION.length)]?.options;
  return options?.[value] ?? value;
}

/** Whether a change sets or clears something. The first publication also contains settings that stay empty. */
export function isVisibleChange({ path, before, after }: SettingChange, words: SettingWords) {
  if (path === "secrets" || (before !== null && after !== null)) return true;
  return settingValue(path, before, words) !== settingValue(path, after, words);
}

/** Such as `svc-*`, or `type = test*`. */
export function exclusionText({ attribute, pattern }: AccountExclusion): string {
  return attribute === null ? pattern : `${attribute} = ${pattern}`;
}

function isExclusion(path: string, value: unknown): value is AccountExclusion {
  return path === "excludedAccounts" && typeof value === "object" && value !== null;
}

function isMapping(path: string, value: unknown): value is MappingDraft {
  return MAPPING.test(path) && typeof value === "object" && value !== null;
}
