import { routeAddress } from "../../kernel/route.ts";

export const importRoute = routeAddress("import", "/import");

/** The address of the import. */
export function toImport(): string {
  return importRoute.path;
}
