// @vitest-environment happy-dom
/** The report's age in the builder's header. */
import { cleanup, render, screen, within } from "@testing-library/react";
import { Provider } from "effector-react";
import { afterEach, expect, it } from "vitest";
import { View } from "#src/features/policy-builder/View.tsx";
import { createBuilderApp, REPORT } from "./support.ts";

afterEach(cleanup);

it.each([
  ["2026-03-02T08:57:00.000Z", "3 minutes ago"],
  ["2026-03-02T06:00:00.000Z", "3 hours ago"],
  ["2025-03-02T09:00:00.000Z", "last year"],
])("[APB-4] Updated shows the age of the report of %s: %s", async (reportDate, age) => {
  const app = await createBuilderApp();
  await app.openBuilder();
  await app.replyOrg();
  await app.deliver({ ...REPORT, reportDate });
  render(
    <Provider value={app.scope}>
      <View />
    </Provider>,
  );
  const updated = screen.getByText(/^Updated/);
  const time = within(updated).getByText((_text, element) => element?.tagName === "TIME");
  expect(time.getAttribute("datetime")).toBe(reportDate);
  expect(time.textContent).toContain(age);
});
