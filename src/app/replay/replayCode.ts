/** Preloads a replay's code, so that the replay itself sends no request. */
import {
  LANGUAGES,
  languageChosen,
  languageFound,
  screenOpened,
  type Language,
} from "#events/actions/app.ts";
import type { EventLog } from "../../kernel/log/writeLog.ts";
import type { ScreenModule } from "../../kernel/feature.ts";
import { policyBuilderRoutes } from "../../features/policy-builder/index.ts";
import { ROUTES } from "../routes.ts";
import type { ClockModule } from "../keepAliveLoader.ts";
import { loadMessages } from "../../ui/language/catalogue.ts";
import { fetchCoreCode } from "./coreCode.ts";

export interface ReplayCode {
  /** By route. */
  readonly screens: ReadonlyMap<string, ScreenModule>;
  readonly clock: ClockModule;
}

/** Loads the screens of the log and the frame. */
export async function fetchReplayCode(log: Pick<EventLog, "sessions">): Promise<ReplayCode> {
  const seen = routesIn(log);
  const routes = ROUTES.filter(({ name }) => seen.has(name));
  const [clock, screens] = await Promise.all([
    import("../../features/keep-alive/index.ts"),
    Promise.all(routes.map(async ({ name, load }) => [name, await load()] as const)),
    import("../Frame.tsx"),
    import("../palette/Palette.tsx"),
    ...(policyBuilderRoutes.some(({ name }) => seen.has(name))
      ? [import("../../ui/threshold-chart/plot.ts"), fetchCoreCode()]
      : []),
  ]);
  await Promise.all(languagesIn(log).map(loadMessages));
  return { clock, screens: new Map(screens) };
}

/** The languages used in the log. */
function languagesIn({ sessions }: Pick<EventLog, "sessions">): readonly Language[] {
  const named = sessions.flatMap(({ checkpoint, events }) => [
    checkpoint?.states["app/language"],
    ...events
      .filter(({ type }) => type === languageChosen.type || type === languageFound.type)
      .map(({ payload }) => (payload as { readonly language: unknown }).language),
  ]);
  return LANGUAGES.filter((language) => named.includes(language));
}

function routesIn({ sessions }: Pick<EventLog, "sessions">): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { checkpoint, events } of sessions) {
    const kept = checkpoint?.states["navigation/screen"] as { route?: string } | null | undefined;
    if (kept?.route !== undefined) found.add(kept.route);
    for (const { type, payload } of events) {
      if (type === screenOpened.type) found.add((payload as { readonly route: string }).route);
    }
  }
  return found;
}
