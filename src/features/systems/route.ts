import type { ConnectorKind } from "#events/entities/connector.ts";
import { linkTo, routeAddress } from "../../kernel/route.ts";

export const systemsRoute = routeAddress("systems", "/resources");
export const addResourceRoute = routeAddress("addResource", "/add-resource");
export const manageRoute = routeAddress("systemManage", "/resources/:resourceId/manage");
export const setupRoute = routeAddress("systemSetup", "/resources/:resourceId/setup");
export const configurationRoute = routeAddress(
  "systemConfiguration",
  "/resources/:resourceId/configuration",
);
export const activationRoute = routeAddress(
  "systemActivation",
  "/resources/:resourceId/activation-settings",
);
export const confirmRoute = routeAddress(
  "systemConfirm",
  "/resources/:resourceId/confirm-integration",
);

export const previewRoute = routeAddress(
  "systemPreview",
  "/resources/:resourceId/preview-and-approve",
);

export const tasksRoute = routeAddress("systemTasks", "/resources/:resourceId/tasks");

/** The screens of one system, in the order in which it is set up. */
export const SYSTEM_ROUTES = {
  manage: manageRoute,
  setup: setupRoute,
  configuration: configurationRoute,
  activation: activationRoute,
  confirm: confirmRoute,
  preview: previewRoute,
  tasks: tasksRoute,
} as const;
export type SystemScreen = keyof typeof SYSTEM_ROUTES;
export const SYSTEM_SCREENS = Object.keys(SYSTEM_ROUTES) as readonly SystemScreen[];

export function toSystems(): string {
  return systemsRoute.path;
}

/** @param kind of system whose connectors are shown; missing: all. */
export function toAddResource(kind?: ConnectorKind): string {
  return kind === undefined ? addResourceRoute.path : `${addResourceRoute.path}?kind=${kind}`;
}

/** The address of a screen of one system. */
export function toSystem(screen: SystemScreen, resourceId: string): string {
  return linkTo(SYSTEM_ROUTES[screen], { resourceId });
}

/** The address of the test of a system's connection. */
export function toConnectionTest(resourceId: string): string {
  return `${toSystem("configuration", resourceId)}?open=test`;
}

/** The address of one import of a system. */
export function toRun(resourceId: string, oid: string): string {
  return `${toSystem("manage", resourceId)}?open=${oid}`;
}
