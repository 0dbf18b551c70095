import { Provider, useUnit } from "effector-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { $location } from "../../kernel/navigation.ts";
import { Alert } from "../../ui/Alert.tsx";
import { useLanguage, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { StageContext } from "../../ui/overlayContainer.ts";
import { App } from "../App.tsx";
import { $route } from "../model.ts";
import { ScreenBoundary } from "../ScreenBoundary.tsx";
import type { SessionReplay } from "./sessionReplay.ts";
import { prepareStage } from "./replayFrame.ts";
import { usePlayer } from "./usePlayer.ts";
import { replayMessages } from "./messages.ts";
import styles from "./ReplayView.module.css";

/** Minimum width of the replayed page in CSS pixels: screens are shown in desktop layout and scaled down if needed. */
const PAGE_WIDTH = 1024;
const EMPTY_PAGE =
  '<!doctype html><html lang="en"><head><title>Replay</title></head><body></body></html>';

/** The replayed screen in its own page, with its own width and theme. It is inert. */
export function ReplayScreen({ replay }: { readonly replay: SessionReplay }) {
  const t = useMessages(replayMessages);
  const { scope } = replay.replayed;
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  usePlayer(replay.player);
  const leftOut = replay.leftOut();
  useEffect(() => {
    if (!stage) return;
    const root = stage.ownerDocument.documentElement;
    replay.onDocument(({ theme = "system", language = "en" }) => {
      root.lang = language;
      if (theme === "system") delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }, [stage, replay]);

  const scale = Math.min(1, size.width / PAGE_WIDTH);
  return (
    <section className={styles.screen} aria-label={t.screen}>
      <Provider value={scope}>
        <Address />
      </Provider>
      <div ref={pane} className={styles.pane}>
        {leftOut && (
          <div className={styles.notice}>
            <Alert severity="info" title={t.leftOut}>
              {t.leftOutWhat(leftOut.size, leftOut.threshold, leftOut.steps)}
              {leftOut.noted && <> {t.notedTable(leftOut.noted)}</>}
            </Alert>
          </div>
        )}
        {size.width > 0 && (
          <iframe
            title={t.page}
            className={styles.page}
            srcDoc={EMPTY_PAGE}
            inert
            tabIndex={-1}
            style={{
              width: size.width / scale,
              height: size.height / scale,
              transform: scale < 1 ? `scale(${scale})` : undefined,
            }}
            onLoad={({ currentTarget }) => setStage(prepareStage(currentTarget))}
          />
        )}
        {stage &&
          createPortal(
            <StageContext value={stage}>
              <Provider value={scope}>
                <ScreenBoundary
                  route="replay"
                  onError={() => undefined}
                  fallback={<p>{t.notDrawn}</p>}
                >
                  <App />
                </ScreenBoundary>
              </Provider>
            </StageContext>,
            stage,
          )}
      </div>
    </section>
  );
}

function Address() {
  const t = useMessages(replayMessages);
  const { language } = useLanguage();
  const { location, route } = useUnit({ location: $location, route: $route });
  return (
    <p className={styles.address} aria-live="polite">
      <strong>{route ? route.title[language] : t.noScreen}</strong>
      <span className={styles.path}>{location.pathname + location.search}</span>
    </p>
  );
}

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const shown = element.current;
    if (!shown) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: shown.clientWidth, height: shown.clientHeight }),
    );
    observer.observe(shown);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
