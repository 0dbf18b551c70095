import { createContext } from "react";

/**
 * Where a copy of the app is only shown, as in a replay: what floats over its page goes into this element, and takes
 * neither the focus nor the page. Null in the app itself.
 */
export const StageContext = createContext<HTMLElement | null>(null);
