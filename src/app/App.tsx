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

/** Everything on the page: the open screen in its frame or alone, and the notifications above it. */
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
        {/* Not before the frame: what comes after a dialog is not hidden behind it. */}
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
  // What stands in the frame has models of its own.
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
  // What is around the screens is code of its own, and may fail to come as theirs.
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

/** Stands for a whole page: the sign-in page and its like, or a screen in its frame. */
function Placeholder() {
  const resolution = useUnit($resolution);
  if (placeholderOf(resolution) === "login") return <LoginPlaceholder />;
  return (
    <FramePlaceholder>
      <GenericPlaceholder />
    </FramePlaceholder>
  );
}

/** The query belongs to the screen: while only it changes, the screen stays and keeps the focus. */
function pathnameOf(path: string | undefined): string | undefined {
  return path?.split("?")[0];
}

const isField = (element: Element | null) => element instanceof HTMLInputElement;

/** Another screen begins at its main part, for the keyboard and for those who listen, or at the field that it focuses itself. */
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
