/** External links of the menu and the footer. */
import type { Language } from "#events/actions/app.ts";
import { docsPath } from "#events/rules/docs.ts";
import type { Session } from "../data/session/index.ts";
import type { FooterEntry, MenuEntry } from "../kernel/feature.ts";

export interface LinkContext {
  readonly session: Session;
  /** Address of the directory admin; null if none is configured. */
  readonly midpointURI: string | null;
  readonly language: Language;
}

export interface ExternalLink {
  readonly menu?: Omit<MenuEntry, "when">;
  readonly footer?: FooterEntry;
  /** null if the link is not offered. */
  readonly href: (context: LinkContext) => string | null;
}

/** A screen of the directory admin (midPoint). Offered if its address is configured and the client uses it. */
function inDirectoryAdmin(path: string): ExternalLink["href"] {
  return ({ midpointURI, session: { client } }) => {
    if (midpointURI === null || !client?.adminEnabled) return null;
    return new URL(path, midpointURI.endsWith("/") ? midpointURI : `${midpointURI}/`).href;
  };
}

export const EXTERNAL_LINKS: readonly ExternalLink[] = [
  {
    menu: {
      group: "manageAccess",
      order: 1,
      icon: "directory",
      label: { en: "Manage Identities", de: "Identitäten verwalten" },
    },
    href: inDirectoryAdmin("admin/users"),
  },
  {
    menu: {
      group: "manageAccess",
      order: 2,
      icon: "workItems",
      label: { en: "My Case Work Items", de: "Meine Vorgänge" },
    },
    href: inDirectoryAdmin("admin/myWorkItems"),
  },
  {
    menu: {
      group: "manageAccess",
      order: 3,
      icon: "certifications",
      label: { en: "My Certifications", de: "Meine Zertifizierungen" },
    },
    href: inDirectoryAdmin("admin/certification/decisions"),
  },
  {
    menu: {
      group: "manageAccess",
      order: 4,
      icon: "reports",
      label: { en: "Reports", de: "Berichte" },
    },
    href: inDirectoryAdmin("admin/reports"),
  },
  {
    footer: { order: 3, label: { en: "Manage Access", de: "Zugriff verwalten" } },
    href: inDirectoryAdmin(""),
  },
  {
    menu: {
      group: "support",
      order: 1,
      icon: "docs",
      label: { en: "Docs Site", de: "Dokumentation" },
    },
    footer: { order: 4, label: { en: "Docs Site", de: "Dokumentation" } },
    href: ({ language }) => docsPath(language),
  },
];
