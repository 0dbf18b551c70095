// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ScreenFailure } from "#src/app/ScreenFailure.tsx";
import { toSupport } from "#src/features/event-log/index.ts";

afterEach(cleanup);

it("offers to reload the screen and to export the event log", () => {
  const onRetry = vi.fn();
  render(<ScreenFailure onRetry={onRetry} support={toSupport()} />);
  fireEvent.click(screen.getByRole("button", { name: "Load the screen again" }));
  expect(onRetry).toHaveBeenCalledOnce();
  const link = screen.getByRole("link", { name: "Export the event log" });
  expect(link.getAttribute("href")).toBe("/support");
});

it("offers no export to users without access to it", () => {
  render(<ScreenFailure onRetry={() => undefined} support={null} />);
  expect(screen.queryByRole("link")).toBeNull();
});
