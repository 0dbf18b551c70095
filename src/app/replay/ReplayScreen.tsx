import { Provider, useUnit } from "effector-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { $location } from "../../kernel/navigation.ts";
import { Alert } from "../../ui/Alert.tsx";
import { formatBytes } from "../../ui/format.ts";
import { StageContext } from "../../ui/stage.ts";
import { App } from "../App.tsx";
import { $route } from "../model.ts";
import { ScreenBoundary } from "../ScreenBoundary.tsx";
import type { SessionReplay } from "./sessionReplay.ts";
import { prepareStage } from "./stage.ts";
import { usePlayer } from "./usePlayer.ts";
import styles from "./ReplayView.module.css";

/** CSS pixels that the replayed page is wide at least: screens are shown as on a desktop, made smaller where needed. */
const PAGE_WIDTH = 1024;
const EMPTY_PAGE =
  '<!doctype html><html lang="en"><head><title>Replay</title></head><body></body></html>';

/** The screen as it was, in a page of its own: it has its own width and theme, and nobody can act in it. */
export function ReplayScreen({ replay }: { readonly replay: SessionReplay }) {
  const { scope } = replay.replayed;
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  usePlayer(replay.player);
  const leftOut = replay.leftOut();
  useEffect(() => {
    if (!stage) return;
    const root = stage.ownerDocument.documentElement;
    replay.onTheme((theme) => {
      if (theme === "system") delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }, [stage, replay]);

  const scale = Math.min(1, size.width / PAGE_WIDTH);
  return (
    <section className={styles.screen} aria-label="The screen as it was">
      <Provider value={scope}>
        <Address />
      </Provider>
      {leftOut && (
        <div className={styles.notice}>
          <Alert severity="info" title="The report was left out of this log" collapsible={false}>
            Its table cannot be shown. It took {formatBytes(leftOut.size)}; the threshold stood at{" "}
            {leftOut.threshold} %, after {leftOut.steps} changes of the selection.
          </Alert>
        </div>
      )}
      <div ref={pane} className={styles.pane}>
        {size.width > 0 && (
          <iframe
            title="Replayed page"
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
                  fallback={<p>This screen cannot be drawn from the log.</p>}
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
  const { location, route } = useUnit({ location: $location, route: $route });
  return (
    <p className={styles.address} aria-live="polite">
      <strong>{route?.title ?? "No screen yet"}</strong>
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
