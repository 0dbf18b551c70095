import { expect, test } from "./support/test.ts";

test("the placeholder of a screen's frame does not shift when the session is known, at 1280 and 360 pixels @once", async ({
  signedIn: page,
}) => {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/api/users/current", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/dashboard");
    await expect(page.getByRole("heading", { name: "Loading" })).toBeAttached();
    const before = await page.evaluate(frame);
    release();
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    expect(await page.evaluate(frame), `${width} px`).toEqual(before);
    await page.unroute("**/api/users/current");
  }
});

/** Runs in the page: positions of top bar, product name and main part, in CSS pixels. */
function frame() {
  const boxOf = (element: Element | null | undefined) => {
    if (!element) throw new Error("A part of the frame is missing");
    const { x, y, width } = element.getBoundingClientRect();
    return { x, y, width };
  };
  const top = document.querySelector("header");
  const marks = [...(top?.querySelectorAll("svg") ?? [])];
  const main = document.querySelector("main");
  return {
    top: boxOf(top),
    mark: boxOf(marks.find((mark) => mark.parentElement?.textContent === "Provision")),
    main: boxOf(main),
    padding: main && getComputedStyle(main).padding,
  };
}
