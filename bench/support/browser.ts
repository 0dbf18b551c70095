/** A separate Chromium with an empty profile, and real input to a page of it. */
import { chromium, type CDPSession, type Locator, type Page } from "@playwright/test";
import type { Cleanup } from "../harness/cleanup.ts";
import { findChromium } from "../../tests/support/chromium.ts";

export interface FreshBrowser {
  readonly page: Page;
  /** The browser's main process, the ancestor of all others. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

const FLAGS = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The profile is on disk, like a user's; otherwise stored data would count as the browser's memory. */
export async function openBrowser(cleanup: Cleanup): Promise<FreshBrowser> {
  const executablePath = findChromium();
  if (executablePath === null)
    throw new Error("There is no Chromium; PROVISION_CHROMIUM names one");
  const context = await chromium.launchPersistentContext(cleanup.directory("profile"), {
    executablePath,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    locale: "en-US",
    // The harness closes it, after its other resources.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const close = cleanup.add(() => context.close());
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.browser()?.newBrowserCDPSession();
  const processInfo = (await session?.send("SystemInfo.getProcessInfo"))?.processInfo ?? [];
  const pid = processInfo.find(({ type }) => type === "browser")?.id;
  if (pid === undefined) throw new Error("Chromium does not tell its process");
  return { page, pid, close };
}

/** A position on the page, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @throws Error if a click there would not reach the element. */
export async function centerOf(locator: Locator): Promise<Point> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error(`${locator.toString()} is not on the screen`);
  const center = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const isReached = await locator.evaluate((element, { x, y }) => {
    const hit = document.elementFromPoint(x, y);
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
    return [element, ...labels].some((target) => target.contains(hit));
  }, center);
  if (!isReached) throw new Error(`${locator.toString()} is covered or outside the window`);
  return center;
}

/**
 * Keyboard, mouse and wheel at the browser's input level: each input is sent without waiting for the page, so that a
 * slow page delays its events and the delay counts.
 */
export class Hands {
  readonly #session: CDPSession;
  readonly #sent: Promise<unknown>[] = [];
  #due = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async of(page: Page): Promise<Hands> {
    return new Hands(await page.context().newCDPSession(page));
  }

  /** Waits until that many milliseconds after the previous input; the harness's delays do not accumulate. */
  async after(milliseconds: number): Promise<void> {
    const now = performance.now();
    this.#due = Math.max(this.#due + milliseconds, now);
    await new Promise((resolve) => setTimeout(resolve, this.#due - now));
  }

  /** Presses and releases a key: a character, or a name such as "Backspace". */
  key(key: string): void {
    const isText = key.length === 1;
    const { code, number } = KEYS[key] ?? { code: "", number: key.toUpperCase().charCodeAt(0) };
    const base = { key, code, windowsVirtualKeyCode: number };
    const text = isText ? { text: key, unmodifiedText: key } : {};
    this.#send("Input.dispatchKeyEvent", {
      type: isText ? "keyDown" : "rawKeyDown",
      ...base,
      ...text,
    });
    this.#send("Input.dispatchKeyEvent", { type: "keyUp", ...base });
  }

  move(to: Point, held = false): void {
    const button = held ? ({ button: "left", buttons: 1 } as const) : {};
    this.#send("Input.dispatchMouseEvent", { type: "mouseMoved", ...to, ...button });
  }

  press(at: Point): void {
    const button = { button: "left", buttons: 1, clickCount: 1 } as const;
    this.#send("Input.dispatchMouseEvent", { type: "mousePressed", ...at, ...button });
  }

  release(at: Point): void {
    const button = { button: "left", buttons: 0, clickCount: 1 } as const;
    this.#send("Input.dispatchMouseEvent", { type: "mouseReleased", ...at, ...button });
  }

  wheel(at: Point, deltaY: number): void {
    this.#send("Input.dispatchMouseEvent", { type: "mouseWheel", ...at, deltaX: 0, deltaY });
  }

  /** Waits until the browser has received all input. */
  async done(): Promise<void> {
    await Promise.all(this.#sent.splice(0));
  }

  #send(...[method, parameters]: Parameters<CDPSession["send"]>): void {
    const sent = this.#session.send(method, parameters);
    // `done` reports it.
    sent.catch(() => undefined);
    this.#sent.push(sent);
  }
}

const KEYS: Readonly<Record<string, { readonly code: string; readonly number: number }>> = {
  Backspace: { code: "Backspace", number: 8 },
  Escape: { code: "Escape", number: 27 },
  End: { code: "End", number: 35 },
  Home: { code: "Home", number: 36 },
  PageDown: { code: "PageDown", number: 34 },
  ArrowDown: { code: "ArrowDown", number: 40 },
  ".": { code: "Period", number: 190 },
  _: { code: "Minus", number: 189 },
  "|": { code: "Backslash", number: 220 },
};
