/** What the command palette offers for what is typed. Pure. */
import { LANGUAGES, THEMES, type Language, type Theme } from "#events/actions/app.ts";
import { NAMES_SHOWN_MAX } from "#events/calls/names.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import { ORG_TYPES, type OrgType } from "#events/entities/orgTypes.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";
import { toOrgsOfType, toRoleMappingDetail } from "../../features/role-mapping/index.ts";
import { toUsers } from "../../features/users/index.ts";
import type { ScreenCommand } from "../../kernel/commands.ts";
import { fillPath } from "../../kernel/route.ts";
import { navigationFor, type MenuContext } from "../menu.ts";
import { LANGUAGE_NAMES } from "../../ui/language/catalogue.ts";

export const GROUPS = ["screens", "actions", "orgs", "users"] as const;
export type PaletteGroup = (typeof GROUPS)[number];

/** What an action does; where an entry leads stands in its `href`. */
export type PaletteAction =
  | { readonly kind: "theme"; readonly theme: Theme }
  | { readonly kind: "language"; readonly language: Language }
  | { readonly kind: "shortcuts" }
  /** One of the commands that the open screen offers. */
  | { readonly kind: "screen"; readonly command: string }
  | { readonly kind: "client"; readonly clientId: string };

interface Labelled {
  /** Unique among all entries; it stands in the log. */
  readonly id: string;
  readonly group: PaletteGroup;
  readonly label: string;
  /** Tells entries of one name apart. */
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
  /** What the open screen offers to do. */
  readonly commands: readonly ScreenCommand[];
}

/** How the ids of those begin that say that there are more. */
const MORE = "more:";

const USER_PATH = "/users/:userId";

/**
 * The entries for a text: screens and actions of which each word of the text begins a word, then what the server found.
 * Without a text, all screens and actions.
 */
export function paletteEntries(
  context: PaletteContext,
  text: string,
  found: readonly FoundName[],
): readonly PaletteEntry[] {
  const isMeant = ({ label, detail }: PaletteEntry) => matches(`${detail ?? ""} ${label}`, text);
  const others = found.flatMap((name) => linkTo(name, context) ?? []);
  return [
    ...screensOf(context).filter(isMeant),
    ...actionsOf(context).filter(isMeant),
    ...clientsOf(context).filter(isMeant).slice(0, NAMES_SHOWN_MAX),
    ...(["orgs", "users"] as const).flatMap((group) => {
      const all = others.filter((entry) => entry.group === group);
      if (all.length <= NAMES_SHOWN_MAX) return all;
      return [...all.slice(0, NAMES_SHOWN_MAX), moreOf(group, context, text, found)];
    }),
  ];
}

/** Whether an entry was found, and does not only say that there are more. */
export function isFound({ id }: PaletteEntry): boolean {
  return !id.startsWith(MORE);
}

/** Leads to the list that has all of them; users of one name are told apart there. */
function moreOf(
  group: "orgs" | "users",
  { t }: MenuContext,
  text: string,
  found: readonly FoundName[],
): PaletteLink {
  return {
    id: `${MORE}${group}`,
    group,
    label: t.palette.more[group],
    detail: null,
    // The list takes a comma for a part of a name.
    href:
      group === "orgs"
        ? toOrgsOfType(typeOfFirst(found), text.trim())
        : toUsers(text.replaceAll(",", " ").trim()),
    external: false,
  };
}

/** The list has the orgs of one type: those of the one that fits best. */
function typeOfFirst(found: readonly FoundName[]): OrgType {
  const first = found.find(({ kind }) => kind === "org");
  return ORG_TYPES.find((type) => type === first?.detail) ?? "job-titles";
}

function screensOf(context: MenuContext): readonly PaletteLink[] {
  return navigationFor(context).flatMap(({ label: group, items }) =>
    items.map(({ label, href, external }) => ({
      id: `screen:${href}`,
      group: "screens" as const,
      label,
      detail: group ?? null,
      href,
      external: external ?? false,
    })),
  );
}

function toCommand(id: string, label: string, action: PaletteAction): PaletteCommand {
  return { id: `action:${id}`, group: "actions", label, detail: null, action };
}

function actionsOf({ t, commands }: PaletteContext): readonly PaletteEntry[] {
  return [
    ...commands.map(({ id, label }) => toCommand(id, label, { kind: "screen", command: id })),
    ...THEMES.map((theme) => toCommand(theme, t.themes[theme], { kind: "theme", theme })),
    ...LANGUAGES.map((language) =>
      toCommand(`language:${language}`, LANGUAGE_NAMES[language], { kind: "language", language }),
    ),
    toCommand("shortcuts", t.keyboardShortcuts, { kind: "shortcuts" }),
    {
      id: "action:signOut",
      group: "actions",
      label: t.palette.signOut,
      detail: null,
      href: "/logout",
      external: false,
    },
  ];
}

function clientsOf({ session, t }: PaletteContext): readonly PaletteCommand[] {
  return (session.user?.clients ?? [])
    .filter(({ id }) => id !== session.client?.id)
    .map(({ id, name }) =>
      toCommand(`client:${id}`, t.palette.goToClient(name), { kind: "client", clientId: id }),
    );
}

/** null where no screen shows it. */
function linkTo(
  { kind, id, name, detail }: FoundName,
  { routes, t }: MenuContext,
): PaletteLink | null {
  const common = { id: `${kind}:${id}`, external: false };
  if (kind === "org") {
    const href = toRoleMappingDetail(id);
    return {
      ...common,
      group: "orgs",
      label: name,
      detail: t.palette.orgTypes[detail] ?? null,
      href,
    };
  }
  if (!routes.some(({ path }) => path === USER_PATH)) return null;
  const href = fillPath(USER_PATH, { userId: id });
  return { ...common, group: "users", label: name || detail, detail, href };
}

function partsOf(text: string): readonly string[] {
  return foldAccents(text.toLowerCase())
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);
}

/** Whether each word of a text begins a word of a label. */
export function matches(label: string, text: string): boolean {
  const parts = partsOf(label);
  return partsOf(text).every((wanted) => parts.some((part) => part.startsWith(wanted)));
}
