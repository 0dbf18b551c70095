/** The command palette's entries for a text. Pure. */
import { LANGUAGES, THEMES, type Language, type Theme } from "#events/actions/app.ts";
import { NAMES_SHOWN_MAX } from "#events/calls/names.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";
import { decideAccess } from "#events/rules/permissions.ts";
import type { ScreenCommand } from "../../kernel/commands.ts";
import type { PaletteNames } from "../../kernel/feature.ts";
import { LANGUAGE_NAMES } from "../../ui/language/catalogue.ts";
import { allEntries, navigationFor, type MenuContext } from "../menu.ts";

export const GROUPS = [
  "screens",
  "actions",
  "orgs",
  "people",
  "accessRoles",
  "entitlements",
  "resources",
  "users",
] as const;
export type PaletteGroup = (typeof GROUPS)[number];

/** The effect of an action. A link has its target in `href`. */
export type PaletteAction =
  | { readonly kind: "theme"; readonly theme: Theme }
  | { readonly kind: "language"; readonly language: Language }
  | { readonly kind: "shortcuts" }
  /** A command of the open screen. */
  | { readonly kind: "screen"; readonly command: string }
  | { readonly kind: "client"; readonly clientId: string };

interface Labelled {
  /** Unique among all entries; recorded in the log. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Distinguishes entries with the same name. */
  readonly detail: string | null;
}
export interface PaletteLink extends Labelled {
  readonly href: string;
  readonly external: boolean;
}
export interface PaletteCommand extends Labelled {
  readonly action: PaletteAction;
}
export type PaletteEntry = PaletteLink | PaletteCommand;

export interface PaletteContext extends MenuContext {
  /** The commands of the open screen. */
  readonly commands: readonly ScreenCommand[];
}

/** Id prefix of entries that link to all names of a kind. */
const MORE = "more:";

/**
 * The entries for a text: screens and actions with matching word prefixes, then the server's matches. Without a text,
 * all screens and actions.
 */
export function paletteEntries(
  context: PaletteContext,
  text: string,
  found: readonly FoundName[],
): readonly PaletteEntry[] {
  const isMeant = ({ label, detail }: PaletteEntry) => matches(`${detail ?? ""} ${label}`, text);
  return [
    ...screensOf(context).filter(isMeant),
    ...actionsOf(context).filter(isMeant),
    ...clientsOf(context).filter(isMeant).slice(0, NAMES_SHOWN_MAX),
    ...context.features
      .flatMap(({ palette }) => palette?.names ?? [])
      .flatMap((names) => linksTo(names, context, text, found)),
  ];
}

/** Whether an entry is a match, and not only a link to more matches. */
export function isFound({ id }: PaletteEntry): boolean {
  return !id.startsWith(MORE);
}

const GROUP_OF = {
  org: "orgs",
  user: "users",
  resource: "resources",
  identity: "people",
  accessRole: "accessRoles",
  entitlement: "entitlements",
} as const;

/** The label of the link to all names of a group, for groups that have a list. */
const moreOf = ({ palette }: MenuContext["t"]): Readonly<Partial<Record<PaletteGroup, string>>> =>
  palette.more;

/** Links to the names of a kind. If there are too many, the last one links to the full list. */
function linksTo(
  { kind, toOne, toAll }: PaletteNames,
  { t }: MenuContext,
  text: string,
  found: readonly FoundName[],
): readonly PaletteLink[] {
  const group = GROUP_OF[kind];
  const names = found.filter((name) => name.kind === kind);
  const [best] = names;
  const links = names.slice(0, NAMES_SHOWN_MAX).map(({ id, name, detail }) => ({
    id: `${kind}:${id}`,
    group,
    label: name || detail,
    detail: kind === "org" ? (t.palette.orgTypes[detail] ?? null) : detail || null,
    href: toOne(id),
    external: false,
  }));
  const label = moreOf(t)[group];
  if (best === undefined || names.length <= NAMES_SHOWN_MAX) return links;
  if (toAll === undefined || label === undefined) return links;
  const all = {
    id: `${MORE}${group}`,
    group,
    label,
    detail: null,
    href: toAll(text.trim(), best),
    external: false,
  };
  return [...links, all];
}

function screensOf(context: MenuContext): readonly PaletteLink[] {
  return navigationFor(context).flatMap((group) =>
    allEntries(group).map(({ label, href, external }) => ({
      id: `screen:${href}`,
      group: "screens" as const,
      label,
      detail: group.label ?? null,
      href,
      external: external ?? false,
    })),
  );
}

function toCommand(id: string, label: string, action: PaletteAction): PaletteCommand {
  return { id: `action:${id}`, group: "actions", label, detail: null, action };
}

function actionsOf({
  t,
  commands,
  features,
  language,
  session,
}: PaletteContext): readonly PaletteEntry[] {
  return [
    ...commands.map(({ id, label }) => toCommand(id, label, { kind: "screen", command: id })),
    ...THEMES.map((theme) => toCommand(theme, t.themes[theme], { kind: "theme", theme })),
    ...LANGUAGES.map((language) =>
      toCommand(`language:${language}`, LANGUAGE_NAMES[language], { kind: "language", language }),
    ),
    toCommand("shortcuts", t.keyboardShortcuts, { kind: "shortcuts" }),
    ...features
      .flatMap(({ palette }) => palette?.actions ?? [])
      .filter(
        ({ permission = "public" }) => decideAccess(session.user, { permission }) === "allowed",
      )
      .map(({ id, label, href }) => ({
        id: `action:${id}`,
        group: "actions" as const,
        label: label[language],
        detail: null,
        href,
        external: false,
      })),
  ];
}

function clientsOf({ session, t }: PaletteContext): readonly PaletteCommand[] {
  return (session.user?.clients ?? [])
    .filter(({ id }) => id !== session.client?.id)
    .map(({ id, name }) =>
      toCommand(`client:${id}`, t.palette.goToClient(name), { kind: "client", clientId: id }),
    );
}

function partsOf(text: string): readonly string[] {
  return foldAccents(text.toLowerCase())
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);
}

/** Whether each word of a text is a prefix of a word of a label. */
export function matches(label: string, text: string): boolean {
  const parts = partsOf(label);
  return partsOf(text).every((wanted) => parts.some((part) => part.startsWith(wanted)));
}
