import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import { createContext, useContext, useState } from "react";
import type { ReactNode, SyntheticEvent } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Tooltip.module.css";

type Shown = { anchor: Element; text: string };

function tipOf(event: SyntheticEvent): Shown | null {
  const target = event.target instanceof Element ? event.target.closest("[data-tooltip]") : null;
  const text = target?.getAttribute("data-tooltip");
  return target && text ? { anchor: target, text } : null;
}

/** Whether a tooltip further out serves the descendants already. */
const IsServed = createContext(false);

/**
 * One tooltip for all descendants with a `data-tooltip` attribute. Rows of virtual lists use it, because a tooltip
 * component for each of thousands of cells would be slow. `ListPanel` has one; inside another it only groups.
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
      onFocus={show}
      onBlur={hide}
      onScrollCapture={hide}
      onKeyDown={hide}
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
