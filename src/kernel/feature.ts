/**
 * What a feature declares of itself: its screens, their places in the menu, what it adds to the command palette, and the
 * code that is loaded when it is needed. `src/app/features.ts` lists all features.
 */
import type { ComponentType } from "react";
import type { Language } from "#events/actions/app.ts";
import type { Client } from "#events/entities/client.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import type { User } from "#events/entities/user.ts";
import type { RoutePermission } from "#events/rules/permissions.ts";
import type { RouteAddress } from "./route.ts";

/** A short text that is shown before the feature's code has been loaded. Longer texts belong in `messages.ts`. */
export type LocalizedText = Readonly<Record<Language, string>>;

export interface ScreenModule {
  readonly View: ComponentType;
}

export interface Route extends RouteAddress {
  readonly title: LocalizedText;
  readonly permission: RoutePermission;
  /** Below `/resources/:resourceId`: the user must be able to open that resource as well. */
  readonly resourceScoped?: boolean;
  /** `bare` screens stand alone, the others in the frame with its navigation. */
  readonly layout: "bare" | "frame";
  /** What is shown while the screen loads, if it is not the generic placeholder. */
  readonly placeholder?: "login";
  readonly breadcrumb?: Breadcrumb;
  readonly menu?: MenuEntry;
  readonly footer?: FooterEntry;
  /** Loads the view and, with it, the model behind it. */
  readonly load: () => Promise<ScreenModule>;
}

/** The place of a screen in the chain of breadcrumbs. */
export interface Breadcrumb {
  readonly parent: RouteAddress;
  /** The title of the route where it is left out. */
  readonly label?: LocalizedText;
  /** The parameter whose thing names the screen once its name is known (see `openNames.ts`). */
  readonly nameOf?: string;
}

export const MENU_GROUPS = ["main", "manageAccess", "audit", "support", "myAccount"] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export type MenuIcon =
  | "dashboard"
  | "roleMapping"
  | "directory"
  | "workItems"
  | "certifications"
  | "reports"
  | "docs"
  | "support"
  | "request"
  | "profile"
  | "password"
  | "users"
  | "logout";

/** What decides whether an entry is shown, beside the permission of its route. */
export interface MenuConditions {
  readonly user: User;
  readonly client: Client | null;
  /** Whether people sign in by passwords. */
  readonly passwordEnabled: boolean;
}

export interface MenuEntry {
  readonly group: MenuGroup;
  /** Entries of a group stand in ascending order. */
  readonly order: number;
  readonly icon: MenuIcon;
  readonly label: LocalizedText;
  readonly when?: (conditions: MenuConditions) => boolean;
}

export interface FooterEntry {
  /** Links of the footer stand in ascending order. */
  readonly order: number;
  readonly label: LocalizedText;
}

/** Where the palette leads from the names that the server found. */
export interface PaletteNames {
  readonly kind: FoundName["kind"];
  readonly toOne: (id: string) => string;
  /**
   * The list of all that a text finds.
   *
   * @param best the name of this kind that fits best
   */
  readonly toAll: (text: string, best: FoundName) => string;
}

export interface PaletteAction {
  /** Unique among all actions; it stands in the log. */
  readonly id: string;
  readonly label: LocalizedText;
  readonly href: string;
}

export interface Feature {
  readonly routes?: readonly Route[];
  readonly palette?: {
    readonly names?: PaletteNames;
    readonly actions?: readonly PaletteAction[];
  };
  /**
   * Loads every module that creates projections or reactions: `model.ts`, or `models.ts` that imports several. The models of
   * all features are loaded after sign-in and for a replay.
   */
  readonly models?: () => Promise<unknown>;
}
