/** Addresses of screens, and links to them. */

/** A screen's address. The rest of its route is declared in its feature's `feature.ts`. */
export interface RouteAddress<Path extends string = string> {
  /** Unique; recorded in the log. */
  readonly name: string;
  /** A wouter pattern, such as `/rbac/role-mapping/:oid`. */
  readonly path: Path;
}

const PARAM = /:([A-Za-z]+)/g;

/** The parameters of a path. */
export type ParamsOf<Path extends string> = {
  readonly [Name in ParamIn<Path>]: string;
};
type ParamIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export function routeAddress<const Path extends string>(
  name: string,
  path: Path,
): RouteAddress<Path> {
  return { name, path };
}

/** The open screen, as `$screen` has it. */
interface OpenScreen {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * The parameters of the open screen.
 *
 * @returns null while another screen is open, or if its address lacks a parameter of the route
 */
export function paramsOf<Path extends string>(
  { name, path }: RouteAddress<Path>,
  screen: OpenScreen | null,
): ParamsOf<Path> | null {
  return screen?.route === name && hasParams(path, screen.params) ? screen.params : null;
}

function hasParams<Path extends string>(
  path: Path,
  params: OpenScreen["params"],
): params is ParamsOf<Path> {
  return [...path.matchAll(PARAM)].every(([, name = ""]) => params[name] !== undefined);
}

/** The address of a route with its parameters, each encoded as one segment. */
export function linkTo<Path extends string>(
  { path }: RouteAddress<Path>,
  params: ParamsOf<Path>,
): string {
  return fillPath(path, params);
}

/** Like `linkTo`, for a path unknown at compile time. A missing parameter becomes an empty segment. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(PARAM, (_match, name: string) => encodeURIComponent(params[name] ?? ""));
}
