import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import { createContext, useContext, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { cutTextsIn, isCutOff } from "./cutTexts.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Tooltip.module.css";

type Shown = {
  anchor: Element;
  text: string;
  /** The keyboard focus caused it, so it stays while the list scrolls to its anchor. */
  isOfFocus?: true;
};

function tipOf(event: SyntheticEvent): Shown | null {
  const target = event.target instanceof Element ? event.target.closest("[data-tooltip]") : null;
  const text = target?.getAttribute("data-tooltip");
  if (!target || !text) return null;
  // It would repeat what is visible, and cover the row above.
  if (text === target.textContent && !isCutOff(target)) return null;
  return { anchor: target, text };
}

/**
 * The texts that are cut off in the focused link or button, or in the active row of the focused list. Null if none is
 * cut, or if a pointer moved the focus. A list without an active row and other focusable boxes contain too many texts for
 * one tooltip.
 */
function focusTipOf({ target }: { readonly target: EventTarget }): Shown | null {
  if (!(target instanceof Element) || !target.matches(":focus-visible")) return null;
  const row = target.getAttribute("aria-activedescendant");
  const control = target.matches("a, button") ? target : null;
  const anchor = row === null ? control : document.getElementById(row);
  if (anchor === null) return null;
  const texts = cutTextsIn(anchor);
  if (texts.length === 0) return null;
  return { anchor, text: texts.join("\n"), isOfFocus: true };
}

/** Whether a tooltip further out serves the descendants already. */
const IsServed = createContext(false);

/**
 * One tooltip for all descendants with a `data-tooltip` attribute, and for the texts that are cut off in the focused
 * control or the active row. Rows of virtual lists use it, because a tooltip component for each of thousands of cells
 * would be slow. `ListPanel` has one; inside another it only groups.
 */
export function SharedTooltip(props: { children: ReactNode; className?: string }) {
  const { children, className } = props;
  return useContext(IsServed) ? (
    <div className={className}>{children}</div>
  ) : (
    <IsServed value>
      <OwnTooltip {...props} />
    </IsServed>
  );
}

function OwnTooltip({ children, className }: { children: ReactNode; className?: string }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const hide = () => setShown(null);
  const show = (event: SyntheticEvent) => {
    const next = tipOf(event);
    setShown((now) => (now?.anchor === next?.anchor ? now : next));
  };
  return (
    <div
      className={className}
      onPointerOver={show}
      onPointerLeave={hide}
      onPointerDown={hide}
      onClick={(event) => {
        // A finger cannot hover: a tap shows what is cut off.
        const { nativeEvent } = event;
        const isTap = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "touch";
        if (isTap) show(event);
      }}
      onFocus={(event) => setShown(tipOf(event) ?? focusTipOf(event))}
      onBlur={hide}
      onScrollCapture={() => {
        const { activeElement } = document;
        setShown((now) => {
          if (!now?.isOfFocus || activeElement === null) return null;
          return focusTipOf({ target: activeElement });
        });
      }}
      onKeyDown={hide}
      // The list has made a row active and rendered it by then. Escape only hides.
      onKeyUp={(event) => {
        if (event.key !== "Escape") setShown((now) => now ?? focusTipOf(event));
      }}
    >
      {children}
      <BaseTooltip.Root open={shown !== null} onOpenChange={(open) => !open && hide()}>
        <BaseTooltip.Portal role="region" aria-label={useMessages(uiMessages).tooltip}>
          <BaseTooltip.Positioner
            anchor={shown?.anchor ?? null}
            side="top"
            sideOffset={6}
            collisionPadding={8}
            className={styles.positioner}
          >
            <BaseTooltip.Popup role="tooltip" className={styles.popup} data-late="">
              {shown?.text}
            </BaseTooltip.Popup>
          </BaseTooltip.Positioner>
        </BaseTooltip.Portal>
      </BaseTooltip.Root>
    </div>
  );
}
