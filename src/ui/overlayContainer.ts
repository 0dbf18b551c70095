import { createContext, useContext } from "react";

/**
 * Where a copy of the app is only shown, as in a replay: what floats over its page goes into this element, and takes
 * neither the focus nor the page. Null in the app itself.
 */
export const StageContext = createContext<HTMLElement | null>(null);

/** How what floats is drawn here: `container` and `modal` as its root and portal take them, `focus` as its popup does. */
export function useOverlayContainer() {
  const stage = useContext(StageContext);
  const isLive = stage === null;
  return {
    container: stage ?? undefined,
    modal: isLive,
    focus: isLive ? undefined : false,
  } as const;
}
