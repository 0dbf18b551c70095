/** What the command palette offers for what is typed. Pure. */
import type { Theme } from "#events/actions/app.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import { toRoleMappingDetail } from "../../features/role-mapping/index.ts";
import { fillPath, type Route } from "../../kernel/route.ts";
import { navigationFor, type MenuContext } from "../menu.ts";

export const GROUPS = ["Screens", "Actions", "Orgs", "People"] as const;
export type PaletteGroup = (typeof GROUPS)[number];

/** What an action does; where an entry leads stands in its `href`. */
export type PaletteAction =
  | { readonly kind: "theme"; readonly theme: Theme }
  | { readonly kind: "shortcuts" }
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

/** Most entries of one group. */
const MOST = 8;

const ORG_TYPES: Readonly<Record<string, string>> = {
  "job-titles": "Job Title",
  departments: "Department",
  locations: "Location",
};
const THEMES = [
  ["system", "Theme of the system"],
  ["light", "Light theme"],
  ["dark", "Dark theme"],
] as const;
const USER_PATH = "/users/:userId";

/**
 * The entries for a text: screens and actions of which each word of the text begins a word, then what the server found.
 * Without a text, all screens and actions.
 */
export function paletteEntries(
  context: MenuContext,
  text: string,
  found: readonly FoundName[],
): readonly PaletteEntry[] {
  const own = [...screensOf(context), ...actionsOf(context)].filter(({ label, detail }) =>
    matches(`${detail ?? ""} ${label}`, text),
  );
  const others = found.flatMap((name) => linkTo(name, context.routes) ?? []);
  const all = [...own, ...others];
  return GROUPS.flatMap((group) => all.filter((entry) => entry.group === group).slice(0, MOST));
}

function screensOf(context: MenuContext): readonly PaletteLink[] {
  return navigationFor(context).flatMap(({ label: group, items }) =>
    items.map(({ label, href, external }) => ({
      id: `screen:${href}`,
      group: "Screens" as const,
      label,
      detail: group ?? null,
      href,
      external: external ?? false,
    })),
  );
}

function actionsOf({ session }: MenuContext): readonly PaletteCommand[] {
  const action = (id: string, label: string, done: PaletteAction): PaletteCommand => ({
    id: `action:${id}`,
    group: "Actions",
    label,
    detail: null,
    action: done,
  });
  const others = (session.user?.clients ?? []).filter(({ id }) => id !== session.client?.id);
  return [
    ...THEMES.map(([theme, label]) => action(theme, label, { kind: "theme", theme })),
    action("shortcuts", "Keyboard shortcuts", { kind: "shortcuts" }),
    ...others.map(({ id, name }) =>
      action(`client:${id}`, `Go to client ${name}`, { kind: "client", clientId: id }),
    ),
  ];
}

/** null where no screen shows it. */
function linkTo(
  { kind, id, name, detail }: FoundName,
  routes: readonly Route[],
): PaletteLink | null {
  const common = { id: `${kind}:${id}`, external: false };
  if (kind === "org") {
    const href = toRoleMappingDetail(id);
    return { ...common, group: "Orgs", label: name, detail: ORG_TYPES[detail] ?? null, href };
  }
  if (!routes.some(({ path }) => path === USER_PATH)) return null;
  const href = fillPath(USER_PATH, { userId: id });
  return { ...common, group: "People", label: name || detail, detail, href };
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s\p{P}]+/u)
    .filter(Boolean);
}

function matches(label: string, text: string): boolean {
  const words = wordsOf(label);
  return wordsOf(text).every((wanted) => words.some((word) => word.startsWith(wanted)));
}
