/** What people reach and see by the keyboard alone, on a page as it stands. */
import { expect, type Page } from "@playwright/test";

/** Far more stops than any screen has. */
const MAX_STOPS = 500;

/**
 * Presses a key that moves the focus until it has come round. Expects that it reaches every control, is seen wherever it
 * stops, and is held nowhere.
 */
export async function expectKeyboard(page: Page, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const walk = await page.evaluateHandle(beginWalk);
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press(key);
    if (await walk.evaluate((one) => one.step())) break;
  }
  const faults = await walk.evaluate((one) => one.faults());
  await walk.dispose();
  expect(faults, key).toEqual([]);
}

/** Runs in the page, and therefore holds all it needs. */
function beginWalk() {
  const CONTROLS = [
    "a[href], button, input:not([type=hidden]), select, textarea, summary",
    ...[
      "button",
      "link",
      "checkbox",
      "radio",
      "switch",
      "slider",
      "combobox",
      "textbox",
      "tab",
    ].map((role) => `[role=${role}]`),
  ].join();
  /** Their keys reach what is inside. */
  const COMPOSITES = ["grid", "treegrid", "radiogroup", "tablist", "toolbar", "listbox", "group"]
    .map((role) => `[role=${role}]`)
    .join();
  /** Day, month and year are stops within one field. */
  const OF_PARTS = "[type=date], [type=time], [type=datetime-local], [type=month], [type=week]";
  /** By element: how it and what is near it look while it, or each of its parts, has the focus. */
  const stops = new Map<Element, string[]>();
  const faults: string[] = [];
  let last: Element | null = null;
  let presses = 0;
  let isRound = false;

  const nameOf = (element: Element) => element.outerHTML.slice(0, 160);
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 0;

  const looksOf = (element: Element): string => {
    const active = element.getAttribute("aria-activedescendant");
    const near = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
      ...element.querySelectorAll("svg"),
      active === null ? null : document.getElementById(active),
    ];
    return near
      .flatMap((one) => (one ? [null, "::before", "::after"].map((part) => lookOf(one, part)) : []))
      .join("|");
  };
  const lookOf = (element: Element, part: string | null): string => {
    const style = getComputedStyle(element, part);
    const outline = style.outlineStyle === "none" ? "" : style.outline;
    const border = style.borderTopWidth === "0px" ? "" : style.borderTopColor;
    const { boxShadow, backgroundColor, textDecorationLine, transform } = style;
    return [outline, border, boxShadow, backgroundColor, textDecorationLine, transform].join();
  };

  /** Whether a person sees a part of it: it is in the window, and nothing covers it. */
  const isSeen = (element: Element): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x1, x2] = [Math.max(left, 0), Math.min(right, innerWidth)];
    const [y1, y2] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (x2 <= x1 || y2 <= y1) return false;
    const parts = [0.1, 0.5, 0.9];
    return parts.some((across) =>
      parts.some((down) => {
        const hit = document.elementFromPoint(x1 + (x2 - x1) * across, y1 + (y2 - y1) * down);
        return hit !== null && (element.parentElement ?? element).contains(hit);
      }),
    );
  };

  const leave = () => {
    if (last === null || !last.isConnected) return;
    const plain = looksOf(last);
    if (stops.get(last)?.some((looks) => looks !== plain)) return;
    faults.push(`Nothing shows the focus on ${nameOf(last)}`);
  };

  /** @returns whether the focus has come round */
  const step = (): boolean => {
    const now = document.activeElement;
    if (now !== null && now === last && now.matches(OF_PARTS)) {
      stops.get(now)?.push(looksOf(now));
      return false;
    }
    leave();
    // The window itself lies between the last stop and the first.
    const isWindow = now === null || now === document.body;
    if (isWindow && last === null) isRound = stops.size === 0;
    const hasNoStop = isWindow && last === null && presses > 0;
    presses += 1;
    last = isWindow ? null : now;
    if (last === null) return hasNoStop;
    if (stops.has(last)) {
      isRound = last === stops.keys().next().value;
      if (!isRound) faults.push(`The focus goes back to ${nameOf(last)}`);
      return true;
    }
    stops.set(last, [looksOf(last)]);
    if (!isSeen(last)) faults.push(`The focus is out of sight on ${nameOf(last)}`);
    return false;
  };

  /** A control that is no stop of its own is reached by the keys of its group. */
  const isWithin = (element: Element): boolean => {
    if (element instanceof HTMLElement && element.tabIndex >= 0) {
      const isRadio = element instanceof HTMLInputElement && element.type === "radio";
      return (
        isRadio && [...stops.keys()].some((stop) => Reflect.get(stop, "name") === element.name)
      );
    }
    const group = element.closest(COMPOSITES);
    return group !== null && [...stops.keys()].some((stop) => group.contains(stop));
  };

  return {
    step,
    faults: (): readonly string[] => {
      const controls = [...document.querySelectorAll(CONTROLS)].filter(
        (control) =>
          isShown(control) &&
          !control.matches(":disabled, [inert] *, [aria-hidden=true], [aria-hidden=true] *"),
      );
      const missed = controls.filter((control) => !stops.has(control) && !isWithin(control));
      return [
        ...faults,
        ...(isRound || faults.length > 0 ? [] : ["The focus does not come round"]),
        ...missed.map((control) => `The focus does not reach ${nameOf(control)}`),
      ];
    },
  };
}
