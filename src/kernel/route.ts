/** Addresses of screens, and links to them. */

/** A screen's address. The rest of its route is declared in its feature's `feature.ts`. */
export interface RouteAddress<Path extends string = string> {
  /** Unique; recorded in the log. */
  readonly name: string;
  /** A wouter pattern, such as `/rbac/role-mapping/:oid`. */
  readonly path: Path;
}

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

/** The address of a route with its parameters, each encoded as one segment. */
export function linkTo<Path extends string>(
  { path }: RouteAddress<Path>,
  params: ParamsOf<Path>,
): string {
  return fillPath(path, params);
}

/** Like `linkTo`, for a path unknown at compile time. A missing parameter becomes an empty segment. */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/:([A-Za-z]+)/g, (_match, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
}
