import { describe, expect, it } from "vitest";
import type { MappingDraft } from "#events/entities/mapping.ts";
import { german as germanMappings } from "#src/features/field-mapping/messages.de.ts";
import { mappingMessages } from "#src/features/field-mapping/messages.ts";
import { german as germanRuns } from "#src/features/systems/runMessages.de.ts";
import { runMessages } from "#src/features/systems/runMessages.ts";
import {
  isVisibleChange,
  settingText,
  settingValue,
  type SettingWords,
} from "#src/features/systems/settingTexts.ts";

const words: SettingWords = {
  t: runMessages.english,
  mappings: mappingMessages.english,
  connector: undefined,
};
const german: SettingWords = { t: germanRuns, mappings: germanMappings, connector: undefined };

const MAPPING: Omit<MappingDraft, "direction"> = {
  strength: "strong",
  customCode: "",
  resourceSchemaId: "account/mail",
  midpointUserFieldId: null,
  authoritative: false,
  tolerant: true,
  mappingType: "STANDARD",
  condition: "",
  config: { target: "attribute", kind: "Basic", separator: ".", template: "", dn: null },
  locked: false,
  iterationToken: false,
  attributes: [
    {
      type: "FIELD",
      midpointUserFieldId: "givenName",
      resourceSchemaId: null,
      staticContent: "",
      position: 0,
      formats: [{ transform: "LOWERCASE" }, { transform: "SUBSTRING", start: 0, length: 3 }],
    },
    {
      type: "STATIC",
      midpointUserFieldId: null,
      resourceSchemaId: null,
      staticContent: "x",
      position: 1,
      formats: [],
    },
  ],
};
const PATH = "mappings/outbound/account/mail";
const textOf = (change: Partial<typeof MAPPING>, inWords = words) =>
  settingValue(PATH, JSON.stringify([{ ...MAPPING, ...change }]), inWords);

describe("a changed setting", () => {
  it("is visible unless it was and stays empty", () => {
    const isVisible = (before: string | null, after: string | null, path = "accountExclusions") =>
      isVisibleChange({ path, before, after }, words);
    for (const empty of ["[]", "null", '""']) {
      expect(isVisible(null, empty)).toBe(false);
      expect(isVisible('["x"]', empty)).toBe(true);
    }
    expect(isVisible(null, "false")).toBe(true);
    expect(isVisible(null, null, "secrets")).toBe(true);
  });

  it("that is a mapping has the words of the mapping screens", () => {
    expect(settingText(PATH, words)).toBe("Field mappings / Outbound / mail");
    expect(settingText("mappings/inbound/givenName", words)).toBe(
      "Field mappings / Inbound / Given name",
    );
    expect(textOf({})).toBe(
      'Given name › Lowercase › Substring 0, 3 + "x"; Strength: Strong; Between the values: "."; Tolerant',
    );
    expect(textOf({}, german)).not.toContain("LOWERCASE");
    expect(textOf({}, german)).toContain(germanMappings.transforms.LOWERCASE);
    expect(textOf({}, german)).toContain(germanMappings.strengths.strong);
    expect(settingText("mappings/outbound/existence", german)).toContain(
      germanMappings.targets.existence,
    );
  });

  it("that is a mapping has another text for each difference", () => {
    const { config } = MAPPING;
    const dn = {
      rdnAttribute: "CN",
      base: "DC=example",
      unitSource: "department",
      units: [{ value: "Sales", path: "OU=Sales" }],
      fallback: null,
    };
    const texts = [
      textOf({}),
      textOf({ strength: "weak" }),
      textOf({ mappingType: "CUSTOM", customCode: "a" }),
      textOf({ mappingType: "ADVANCED", customCode: "a" }),
      textOf({ condition: "b" }),
      textOf({ tolerant: false }),
      textOf({ authoritative: true }),
      textOf({ locked: true }),
      textOf({ iterationToken: true }),
      textOf({ config: { ...config, separator: "" } }),
      textOf({ config: { ...config, kind: "Template", template: "{1}" } }),
      textOf({ config: { ...config, dn } }),
      textOf({ config: { ...config, dn: { ...dn, fallback: "" } } }),
      textOf({ config: { ...config, dn: { ...dn, fallback: "OU=Other" } } }),
      textOf({ config: { ...config, dn: { ...dn, units: [] } } }),
      textOf({ config: { ...config, dn: { ...dn, unitSource: null } } }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("that is none of them stays as it is", () => {
    expect(settingText("owner", words)).toBe("Owners of accounts");
    expect(settingValue("everyMinutes", "60", words)).toBe("60");
    expect(settingValue("configuration/tls", "true", words)).toBe("Yes");
    expect(settingValue("excludedEntitlements", '["a","b"]', words)).toBe("a, b");
    expect(
      settingValue(
        "excludedAccounts",
        '[{"attribute":null,"pattern":"svc-*"},{"attribute":"type","pattern":"test"}]',
        words,
      ),
    ).toBe("svc-*, type = test");
    expect(settingValue("mappings/inbound/email", null, words)).toBe("Not set");
  });
});
