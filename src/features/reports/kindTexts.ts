/** The names of the kinds of reports, which the command palette has before the other texts are loaded. */
import type { Language } from "#events/actions/app.ts";
import type { ReportKind } from "#events/entities/report.ts";
import type { LocalizedText } from "../../kernel/feature.ts";

export const KIND_TEXTS: Readonly<Record<ReportKind, LocalizedText>> = {
  outsidePolicy: { en: "Access outside policy", de: "Zugriff außerhalb der Richtlinien" },
  orphanedAccounts: { en: "Orphaned accounts", de: "Verwaiste Konten" },
  inactiveAccounts: {
    en: "Ended, disabled and empty accounts",
    de: "Beendete, deaktivierte und leere Konten",
  },
  dormantAccounts: { en: "Dormant accounts", de: "Ungenutzte Konten" },
  policyCoverage: { en: "Policy coverage by org", de: "Abdeckung durch Richtlinien" },
  entitlements: { en: "Entitlements and their holders", de: "Berechtigungen und ihre Inhaber" },
  holders: { en: "Holders of an entitlement", de: "Inhaber einer Berechtigung" },
  unheldRoles: { en: "Access roles that nobody has", de: "Zugriffsrollen ohne Inhaber" },
  nestedRoles: { en: "Equal and nested access roles", de: "Gleiche und enthaltene Zugriffsrollen" },
  policyChanges: { en: "Changes of policies", de: "Änderungen von Richtlinien" },
  auditedChanges: { en: "Changes between two days", de: "Änderungen zwischen zwei Tagen" },
};

export function kindTexts(language: Language): Readonly<Record<ReportKind, string>> {
  const entries = Object.entries(KIND_TEXTS).map(([kind, text]) => [kind, text[language]]);
  return Object.fromEntries(entries) as Record<ReportKind, string>;
}
