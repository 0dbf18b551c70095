/** What a route of the app is. Each feature declares its own; `src/app/routes.ts` lists them all. */
import type { ComponentType } from "react";
import type { RoutePermission } from "#events/rules/permissions.ts";

export interface ScreenModule {
  readonly View: ComponentType;
}

export interface Route {
  /** Unique; it stands in the log. */
  readonly name: string;
  /** A wouter pattern, such as `/rbac/role-mapping/:oid`. */
  readonly path: string;
  readonly title: string;
  readonly permission: RoutePermission;
  /** Below `/resources/:resourceId`: the user must be able to open that resource as well. */
  readonly resourceScoped?: boolean;
  /** `bare` screens stand alone, the others in the frame with its navigation. */
  readonly layout: "bare" | "frame";
  /** Loads the code of the screen: its view and the model behind it. */
  readonly load: () => Promise<ScreenModule>;
}

/** Fills a route's path, each parameter encoded as one segment. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
}
