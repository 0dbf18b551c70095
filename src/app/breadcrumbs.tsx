import type { Store } from "effector";
import { useUnit } from "effector-react";
import type { Route } from "../kernel/feature.ts";
import { $screen } from "../kernel/navigation.ts";
import { nameOfParam } from "../kernel/openNames.ts";
import { fillPath } from "../kernel/route.ts";
import type { Breadcrumb } from "../ui/Breadcrumbs.tsx";
import { useLanguage } from "../ui/language/LanguageProvider.tsx";
import { $route } from "./model.ts";
import { routeNamed } from "./routes.ts";

/** The chain from the first ancestor of the open screen to the screen; empty for a route without a parent. */
export function useBreadcrumbs(): readonly Breadcrumb[] {
  const { language } = useLanguage();
  const { route, screen } = useUnit({ route: $route, screen: $screen });
  if (!route?.breadcrumb || !screen) return [];
  return chainOf(route).map(({ title, path, breadcrumb }) => {
    const label = (breadcrumb?.label ?? title)[language];
    const $name = breadcrumb?.nameOf === undefined ? null : nameOfParam(breadcrumb.nameOf);
    return {
      label: $name ? <ThingName $name={$name} fallback={label} /> : label,
      ...(path !== route.path && { href: fillPath(path, screen.params) }),
    };
  });
}

function chainOf(route: Route): readonly Route[] {
  const parent = route.breadcrumb?.parent;
  return parent ? [...chainOf(routeNamed(parent.name)), route] : [route];
}

function ThingName({
  $name,
  fallback,
}: {
  readonly $name: Store<string | null>;
  readonly fallback: string;
}) {
  return useUnit($name) ?? fallback;
}
