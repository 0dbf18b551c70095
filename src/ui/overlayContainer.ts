import { createContext, useContext } from "react";

/**
 * The container for overlays of an inert copy of the app, as in a replay, whose overlays take neither the focus nor the
 * page. Null in the app itself.
 */
export const StageContext = createContext<HTMLElement | null>(null);

/** Props of overlays: `container` and `modal` for the root and portal, `focus` for the popup. */
export function useOverlayContainer() {
  const stage = useContext(StageContext);
  const isLive = stage === null;
  return {
    container: stage ?? undefined,
    modal: isLive,
    focus: isLive ? undefined : false,
  } as const;
}
