import { Tooltip as BaseTooltip } from "@base-ui/react/tooltip";
import type { ReactElement, ReactNode } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Tooltip.module.css";

export type TooltipSide = "top" | "bottom" | "left" | "right";

export type TooltipProps = {
  label: ReactNode;
  /** One focusable element that accepts event handlers and a ref; give it its own accessible name. */
  children: ReactElement<Record<string, unknown>>;
  side?: TooltipSide;
};

/** A tooltip on hover and focus. It repeats or details, and is never the only source of information. */
export function Tooltip({ label, children, side = "top" }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} delay={400} />
      <BaseTooltip.Portal role="region" aria-label={useMessages(uiMessages).tooltip}>
        <BaseTooltip.Positioner
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className={styles.positioner}
        >
          <BaseTooltip.Popup role="tooltip" className={styles.popup}>
            {label}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
