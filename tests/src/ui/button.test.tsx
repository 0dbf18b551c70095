// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Button } from "#src/ui/Button.tsx";

afterEach(cleanup);

test("[WID-1] a busy button reads 'Please wait...' and is announced as busy", () => {
  const { rerender } = render(<Button busy={false}>Save</Button>);
  const button = screen.getByRole("button", { name: "Save" });
  expect(button.textContent).toBe("Save");
  expect(button.hasAttribute("aria-busy")).toBe(false);

  rerender(<Button busy>Save</Button>);
  expect(screen.getByRole("button", { name: "Please wait..." })).toBe(button);
  expect(button.textContent).toBe("Please wait...");
  expect(button.getAttribute("aria-busy")).toBe("true");
});

test("[WID-1] a button that can be busy reserves the width of its hidden label", () => {
  const { container, rerender } = render(<Button busy={false}>Save</Button>);
  const reserved = () => container.querySelector("[data-reserve]")?.getAttribute("data-reserve");
  expect(reserved()).toBe("Please wait...");
  rerender(<Button busy>Save</Button>);
  expect(reserved()).toBe("Save");
  rerender(<Button>Save</Button>);
  expect(reserved()).toBeUndefined();
});

test("an idle button keeps focus, does nothing and submits nothing", () => {
  const click = vi.fn();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" idle onClick={click}>
        Save
      </Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Save" });
  button.focus();
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(click).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test("[WID-1] a busy button keeps focus, does nothing and submits nothing", () => {
  const click = vi.fn();
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={submit}>
      <Button type="submit" busy={busy} onClick={click}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole("button");
  button.focus();
  fireEvent.click(button);
  expect(click).toHaveBeenCalledTimes(1);
  expect(submit).toHaveBeenCalledTimes(1);

  rerender(form(true));
  expect(document.activeElement).toBe(button);
  fireEvent.click(button);
  expect(click).toHaveBeenCalledTimes(1);
  expect(submit).toHaveBeenCalledTimes(1);
});
