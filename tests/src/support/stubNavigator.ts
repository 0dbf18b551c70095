/** A page's navigator for modules that run without a page. */
import { vi } from "vitest";

/**
 * Replaces `navigator` until `vi.unstubAllGlobals`. Packages read these texts when they load, and a package that fails
 * to load in one file of a worker fails in all later ones.
 */
export function stubNavigator(properties: Partial<Navigator> = {}): void {
  vi.stubGlobal("navigator", { userAgent: "", platform: "", maxTouchPoints: 0, ...properties });
}
