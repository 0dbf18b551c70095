import { useUnit } from "effector-react";
import { lazy, Suspense, useContext, useEffect, useRef } from "react";
import { $securityFlag, $session, $user, closeSecurityFlag } from "../data/session/index.ts";
import { supportRoute, toSupport } from "../features/event-log/index.ts";
import { $screen } from "../kernel/navigation.ts";
import { $notifications, closeNotification, holdNotifications } from "../kernel/notifications.ts";
import { useTranslate } from "../panels/useTranslate.ts";
import { Alert } from "../ui/Alert.tsx";
import { Notifications } from "../ui/Notifications.tsx";
import { FramePlaceholder } from "../ui/FramePlaceholder.tsx";
import { messagesLoaded } from "../ui/language/catalogue.ts";
import { useMessages } from "../ui/language/LanguageProvider.tsx";
import { GenericPlaceholder, LoginPlaceholder } from "../ui/Skeleton.tsx";
import { StageContext } from "../ui/overlayContainer.ts";
import {
  $failedRoute,
  $resolution,
  $route,
  $screenModules,
  breakScreen,
  reloadFx,
  retryScreen,
} from "./model.ts";
import { $KeepAlive } from "./keepAliveLoader.ts";
import { $hasModels } from "./lazyModels.ts";
import { placeholderOf } from "./router.ts";
import { ScreenBoundary } from "./ScreenBoundary.tsx";
import { ScreenFailure } from "./ScreenFailure.tsx";
import { LocaleProvider } from "./LocaleProvider.tsx";
import { appMessages } from "./messages.ts";
import styles from "./App.module.css";

const Frame = lazy(async () => {
  const { Frame: View } = await import("./Frame.tsx");
  await messagesLoaded();
  return { default: View };
});

/** The whole page: the open screen, with or without the frame, and the notifications above it. */
export function App() {
  return (
    <LocaleProvider>
      <Page />
    </LocaleProvider>
  );
}

function Page() {
  const t = useMessages(appMessages);
  const translate = useTranslate();
  const { notifications, close, hold, flagged, closeFlag, user, keepAlive } = useUnit({
    notifications: $notifications,
    close: closeNotification,
    hold: holdNotifications,
    flagged: $securityFlag,
    closeFlag: closeSecurityFlag,
    user: $user,
    keepAlive: $KeepAlive,
  });
  const items = notifications.map((one) => ({ ...one, message: translate(one.message) }));
  return (
    <>
      {flagged && (
        <div className={styles.security}>
          <Alert severity="error" title={t.tokenRefused} onDismiss={() => closeFlag({})} live>
            {t.tokenRenewed}
          </Alert>
        </div>
      )}
      <Suspense fallback={<Placeholder />}>
        <CurrentScreen />
        {/* Rendered after the frame, so that notifications appear above a dialog. */}
        {user && keepAlive && <keepAlive.View />}
      </Suspense>
      <Notifications items={items} onClose={(id) => close({ id })} onHold={hold} />
    </>
  );
}

function CurrentScreen() {
  const {
    screen,
    route,
    resolution,
    session,
    hasModels,
    modules,
    failedRoute,
    retry,
    fail,
    reload,
  } = useUnit({
    screen: $screen,
    route: $route,
    resolution: $resolution,
    session: $session,
    hasModels: $hasModels,
    modules: $screenModules,
    failedRoute: $failedRoute,
    retry: retryScreen,
    fail: breakScreen,
    reload: reloadFx,
  });
  useFocusOnScreen(pathnameOf(screen?.path));

  const wanted = resolution?.kind === "redirect" ? null : (resolution?.route ?? null);
  const opened = route !== null && wanted?.name === route.name ? route : null;
  const View = opened && modules.get(opened.name)?.View;
  const shown = opened ?? wanted;
  const hasFailed = failedRoute !== null && failedRoute === shown?.name;
  // The frame and its panels have their own models.
  const canFrame = session.user !== null && (hasModels || hasFailed);
  if (shown === null || (shown.layout === "frame" && !canFrame)) return <Placeholder />;

  const isFramed = shown.layout === "frame";
  const support = session.user === null || shown.name === supportRoute.name ? null : toSupport();
  let content = isFramed ? <GenericPlaceholder /> : <Placeholder />;
  if (hasFailed) {
    content = <ScreenFailure onRetry={() => retry({})} support={support} />;
  } else if (View && opened) {
    content = (
      <ScreenBoundary
        key={pathnameOf(screen?.path)}
        route={opened.name}
        onError={fail}
        fallback={<ScreenFailure onRetry={() => retry({})} support={support} />}
      >
        <View />
      </ScreenBoundary>
    );
  }
  if (!isFramed) return content;
  // The frame's code loads separately, and may fail to load like that of a screen.
  const reloadAll = () => {
    retry({});
    void reload({ route: shown.name });
  };
  return (
    <ScreenBoundary
      route={shown.name}
      onError={fail}
      fallback={<ScreenFailure onRetry={reloadAll} support={null} />}
    >
      <Frame>{content}</Frame>
    </ScreenBoundary>
  );
}

/** A full-page placeholder: the sign-in page or a screen in its frame. */
function Placeholder() {
  const resolution = useUnit($resolution);
  if (placeholderOf(resolution) === "login") return <LoginPlaceholder />;
  return (
    <FramePlaceholder>
      <GenericPlaceholder />
    </FramePlaceholder>
  );
}

/** The query belongs to the screen: while only the query changes, the screen stays mounted and keeps the focus. */
function pathnameOf(path: string | undefined): string | undefined {
  return path?.split("?")[0];
}

const isField = (element: Element | null) => element instanceof HTMLInputElement;

/**
 * A new screen moves the focus to its main part, for keyboard and screen reader users, unless it focuses a field
 * itself.
 */
function useFocusOnScreen(path: string | undefined) {
  const first = useRef(true);
  const isOnStage = useContext(StageContext) !== null;
  useEffect(() => {
    if (path === undefined || isOnStage) return;
    if (first.current) {
      first.current = false;
      return;
    }
    const main = document.getElementById("main");
    const hasField = main?.contains(document.activeElement) && isField(document.activeElement);
    if (!hasField) main?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path, isOnStage]);
}
