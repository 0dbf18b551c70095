/**
 * A feature's declarations: its screens, menu entries, palette entries, and lazily loaded code. `src/app/features.ts`
 * lists all features.
 */
import type { ComponentType } from "react";
import type { Language } from "#events/actions/app.ts";
import type { Client } from "#events/entities/client.ts";
import type { FoundName } from "#events/entities/foundName.ts";
import type { User } from "#events/entities/user.ts";
import type { PermissionGroup, RoutePermission } from "#events/rules/permissions.ts";
import type { RouteAddress } from "./route.ts";

/** A short text that is shown before the feature's code is loaded. Longer texts belong in `messages.ts`. */
export type LocalizedText = Readonly<Record<Language, string>>;

export interface ScreenModule {
  readonly View: ComponentType;
}

export interface Route extends RouteAddress {
  readonly title: LocalizedText;
  readonly permission: RoutePermission;
  /** Below `/resources/:resourceId`: the user must be able to open that resource as well. */
  readonly resourceScoped?: boolean;
  /** Also open to holders of this group. */
  readonly orGroup?: PermissionGroup;
  /** `bare` screens have no frame; the others are in the frame with its navigation. */
  readonly layout: "bare" | "frame";
  /** The placeholder while the screen loads, if it is not the generic one. */
  readonly placeholder?: "login";
  readonly breadcrumb?: Breadcrumb;
  readonly menu?: MenuEntry;
  readonly footer?: FooterEntry;
  /** Loads the view and its model. */
  readonly load: () => Promise<ScreenModule>;
}

/** The position of a screen in the breadcrumbs. */
export interface Breadcrumb {
  readonly parent: RouteAddress;
  /** Defaults to the route's title. */
  readonly label?: LocalizedText;
  /** The parameter whose thing names the screen once its name is known (see `openNames.ts`). */
  readonly nameOf?: string;
}

export const MENU_GROUPS = ["main", "manageAccess", "audit", "support", "myAccount"] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];

export type MenuIcon =
  | "dashboard"
  | "roleMapping"
  | "accessRoles"
  | "grouping"
  | "bulk"
  | "directory"
  | "import"
  | "systems"
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

/** Conditions of an entry besides the permission of its route. */
export interface MenuConditions {
  readonly user: User;
  readonly client: Client | null;
  /** Whether users sign in by passwords. */
  readonly passwordEnabled: boolean;
}

export interface MenuEntry {
  readonly group: MenuGroup;
  /** Entries of a group are in ascending order. */
  readonly order: number;
  readonly icon: MenuIcon;
  readonly label: LocalizedText;
  /** The entry that this one is listed below, for users who have it. */
  readonly parent?: RouteAddress;
  /** All screens below this path belong to the entry; defaults to the path of its screen. */
  readonly section?: string;
  readonly when?: (conditions: MenuConditions) => boolean;
}

export interface FooterEntry {
  /** Footer links are in ascending order. */
  readonly order: number;
  readonly label: LocalizedText;
}

/** The palette's links for names that the server found. */
export interface PaletteNames {
  readonly kind: FoundName["kind"];
  readonly toOne: (id: string) => string;
  /**
   * The list of all matches of a text. Absent if there is none.
   *
   * @param best the best matching name of this kind
   */
  readonly toAll?: (text: string, best: FoundName) => string;
}

export interface PaletteAction {
  /** Unique among all actions; recorded in the log. */
  readonly id: string;
  readonly label: LocalizedText;
  readonly href: string;
  /** The required permission; none by default. */
  readonly permission?: RoutePermission;
}

export interface Feature {
  readonly routes?: readonly Route[];
  readonly palette?: {
    readonly names?: readonly PaletteNames[];
    readonly actions?: readonly PaletteAction[];
  };
  /**
   * Loads every module with projections or reactions: `model.ts`, or `models.ts` that imports several. The models of
   * all features are loaded after sign-in and for a replay.
   */
  readonly models?: () => Promise<unknown>;
}
