import type { MappingDirection } from "#events/entities/mapping.ts";
import { linkTo, routeAddress } from "../../kernel/route.ts";

const BASE = "/resources/:resourceId/field-mapping";

/** The mappings of a system; what follows is the direction. */
export const mappingsRoute = routeAddress("fieldMapping", BASE);
export const directionRoute = routeAddress("fieldMappingDirection", `${BASE}/*`);
export const addMappingRoute = routeAddress("fieldMappingAdd", `${BASE}/:direction/add`);
export const editMappingRoute = routeAddress(
  "fieldMappingEdit",
  `${BASE}/:direction/edit/:mappingId`,
);
export const dnRoute = routeAddress("fieldMappingDn", `${BASE}/:direction/edit/:mappingId/ad-dn`);

export const LIST_ROUTES: readonly string[] = [mappingsRoute.name, directionRoute.name];
export const FORM_ROUTES: readonly string[] = [addMappingRoute.name, editMappingRoute.name];

export function toFieldMapping(resourceId: string): string {
  return linkTo(mappingsRoute, { resourceId });
}

export function toDirection(resourceId: string, direction: MappingDirection): string {
  return `${toFieldMapping(resourceId)}/${direction}`;
}

/** @param target what the new mapping sets, if it is chosen already */
export function toAddMapping(
  resourceId: string,
  direction: MappingDirection,
  target?: string,
): string {
  const path = linkTo(addMappingRoute, { resourceId, direction });
  return target === undefined ? path : `${path}?open=${encodeURIComponent(target)}`;
}

export function toMapping(
  resourceId: string,
  direction: MappingDirection,
  mappingId: string,
): string {
  return linkTo(editMappingRoute, { resourceId, direction, mappingId });
}

export function toDn(resourceId: string, direction: MappingDirection, mappingId: string): string {
  return linkTo(dnRoute, { resourceId, direction, mappingId });
}
