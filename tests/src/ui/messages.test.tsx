// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Alert } from "#src/ui/Alert.tsx";
import { IconButton } from "#src/ui/IconButton.tsx";
import { Notifications } from "#src/ui/Notifications.tsx";
import type { NotificationItem, NotificationType } from "#src/ui/Notifications.tsx";
import type { Severity } from "#src/ui/severity.ts";
import { SharedTooltip } from "#src/ui/SharedTooltip.tsx";
import { Tag } from "#src/ui/Tag.tsx";
import { VirtualRows } from "#src/ui/virtual-rows/VirtualRows.tsx";
import { useHeldPart } from "../support/useHeldPart.ts";

afterEach(cleanup);

test("[WID-9] an alert can be collapsed and opened again", () => {
  const changed = vi.fn();
  function Owner() {
    const { open, onOpenChange } = useHeldPart(true);
    changed.mockImplementation(onOpenChange);
    return (
      <Alert
        severity="warning"
        title="Unlinked accounts detected"
        open={open}
        onOpenChange={changed}
      >
        37 of 412
      </Alert>
    );
  }
  render(<Owner />);
  const toggle = screen.getByRole("button", { name: "Warning: Unlinked accounts detected" });
  const body = screen.getByText("37 of 412");
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(toggle.getAttribute("aria-controls")).toBe(body.id);
  expect(body.hidden).toBe(false);

  fireEvent.click(toggle);
  expect(body.hidden).toBe(true);
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  expect(screen.getByText("Unlinked accounts detected")).toBeTruthy();

  fireEvent.click(toggle);
  expect(body.hidden).toBe(false);
  expect(changed.mock.calls).toEqual([[false], [true]]);
});

test("[WID-9] an owner can keep an alert collapsed", () => {
  render(
    <Alert severity="info" title="T" open={false} onOpenChange={() => {}}>
      Body
    </Alert>,
  );
  fireEvent.click(screen.getByRole("button"));
  expect(screen.getByText("Body").hidden).toBe(true);
});

test("[WID-10] the severities are Info, Success, Warning, Error and Secondary", () => {
  const severities: Record<Severity, string> = {
    info: "Info: Text",
    success: "Success: Text",
    warning: "Warning: Text",
    error: "Error: Text",
    secondary: "Note: Text",
  };
  for (const severity of Object.keys(severities) as Severity[]) {
    const { container } = render(<Alert severity={severity} title="Text" />);
    const alert = container.querySelector(`[data-severity="${severity}"]`);
    expect(alert?.textContent).toBe(severities[severity]);
    cleanup();
  }
});

test("[WID-10] a live alert is announced: errors and warnings assertively, others politely", () => {
  render(
    <>
      <Alert live severity="error" title="Broken" />
      <Alert live severity="success" title="Done" />
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Broken");
  expect(screen.getByRole("status").textContent).toContain("Done");
});

test("[WID-11] a tag shows its text and can be removable", () => {
  const onRemove = vi.fn();
  render(
    <>
      <Tag tone="accent">In policy</Tag>
      <Tag onRemove={onRemove}>Core Banking</Tag>
    </>,
  );
  expect(screen.getByText("In policy")).toBeTruthy();
  expect(screen.getAllByRole("button")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Remove Core Banking" }));
  expect(onRemove).toHaveBeenCalledTimes(1);
});

test("[WID-12] a tooltip shows on focus and hides on Escape", async () => {
  render(<IconButton label="Refresh report" icon={<svg />} />);
  const button = screen.getByRole("button", { name: "Refresh report" });
  expect(screen.queryByRole("tooltip")).toBeNull();
  button.focus();
  expect((await screen.findByRole("tooltip")).textContent).toBe("Refresh report");
  fireEvent.keyDown(button, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

test("[WID-12] one shared tooltip serves all rows", async () => {
  render(
    <SharedTooltip>
      <span data-tooltip="Teller Drawer Approve">Tell…</span>
      <span data-tooltip="Wire Room Release">Wire…</span>
      <span>plain</span>
    </SharedTooltip>,
  );
  fireEvent.pointerOver(screen.getByText("Tell…"));
  expect((await screen.findByRole("tooltip")).textContent).toBe("Teller Drawer Approve");
  fireEvent.pointerOver(screen.getByText("Wire…"));
  expect(screen.getAllByRole("tooltip")).toHaveLength(1);
  expect(screen.getByRole("tooltip").textContent).toBe("Wire Room Release");
  fireEvent.pointerOver(screen.getByText("plain"));
  await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
});

describe("the tooltip of texts that are cut off", () => {
  /** The test environment computes no layout. */
  const cutOff = (element: Element) => {
    Object.defineProperties(element, {
      clientWidth: { value: 80 },
      scrollWidth: { value: 200 },
    });
  };
  const show = () =>
    render(
      <SharedTooltip>
        <VirtualRows
          ariaLabel="Entitlements"
          rowCount={2}
          renderRow={(index) => (
            <>
              <div role="gridcell" data-testid={`name ${index}`} style={{ overflowX: "hidden" }}>
                <span data-tooltip={`Teller Drawer Approve ${index}`}>Tell…</span>
              </div>
              <div
                role="gridcell"
                data-testid={`resource ${index}`}
                style={{ overflowX: "hidden" }}
              >
                Core Banking {index}
              </div>
            </>
          )}
        />
      </SharedTooltip>,
    );

  test("shows all such texts of the row that the keyboard makes active", async () => {
    show();
    for (const cell of ["name 1", "resource 1"]) cutOff(screen.getByTestId(cell));
    const grid = screen.getByRole("grid");
    act(() => grid.focus());
    fireEvent.keyDown(grid, { key: "ArrowDown" });
    fireEvent.keyUp(grid, { key: "ArrowDown" });
    const tooltip = await screen.findByRole("tooltip");
    expect(tooltip.textContent).toBe("Teller Drawer Approve 1\nCore Banking 1");
    fireEvent.keyDown(grid, { key: "Escape" });
    fireEvent.keyUp(grid, { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("tooltip")).toBeNull());
  });

  test("shows only those of the first row when the keyboard enters the list", async () => {
    show();
    for (const cell of ["name 0", "name 1", "resource 1"]) cutOff(screen.getByTestId(cell));
    const grid = screen.getByRole("grid");
    act(() => grid.focus());
    expect(screen.queryByRole("tooltip")).toBeNull();
    fireEvent.keyUp(grid, { key: "Tab" });
    expect((await screen.findByRole("tooltip")).textContent).toBe("Teller Drawer Approve 0");
  });

  test("is not shown for a focused box of many texts", () => {
    render(
      <SharedTooltip>
        <div role="group" tabIndex={0}>
          <p style={{ overflowX: "hidden" }}>Teller Drawer Approve</p>
          <p style={{ overflowX: "hidden" }}>Wire Room Release</p>
        </div>
      </SharedTooltip>,
    );
    for (const text of ["Teller Drawer Approve", "Wire Room Release"]) {
      cutOff(screen.getByText(text));
    }
    const group = screen.getByRole("group");
    act(() => group.focus());
    fireEvent.keyUp(group, { key: "Tab" });
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("is not shown in a row whose texts fit", async () => {
    show();
    const grid = screen.getByRole("grid");
    act(() => grid.focus());
    fireEvent.keyDown(grid, { key: "ArrowDown" });
    fireEvent.keyUp(grid, { key: "ArrowDown" });
    expect(screen.queryByRole("tooltip")).toBeNull();
  });

  test("shows the text of a focused link", async () => {
    render(
      <SharedTooltip>
        <a href="/one" style={{ display: "block", overflowX: "hidden" }}>
          Teller Drawer Approve
        </a>
      </SharedTooltip>,
    );
    const link = screen.getByRole("link");
    cutOff(link);
    act(() => link.focus());
    expect((await screen.findByRole("tooltip")).textContent).toBe("Teller Drawer Approve");
  });
});

const ITEMS: NotificationItem[] = [
  { id: "a", message: "Report refreshed!", type: "info", milliseconds: 7000 },
  { id: "b", message: "Entitlement policies have been updated.", type: "success" },
  { id: "c", message: "The session ends soon.", type: "warning" },
  { id: "d", message: "Failed to update entitlement policies.", type: "error" },
];

test("[WID-14] [WID-15] notifications show their message with their type: Info, Success, Warning or Error", () => {
  render(<Notifications items={ITEMS} onClose={() => {}} onHold={() => {}} />);
  const names: Record<NotificationType, string> = {
    info: "Info",
    success: "Success",
    warning: "Warning",
    error: "Error",
  };
  const region = screen.getByRole("region", { name: "Notifications" });
  for (const item of ITEMS) {
    const shown = within(region).getByText(item.message).closest("li");
    expect(shown?.getAttribute("data-type")).toBe(item.type);
    expect(shown?.textContent).toBe(`${names[item.type]}: ${item.message}`);
  }
});

test("[WID-14] errors are announced assertively, others politely, in regions that exist beforehand", () => {
  const { container, rerender } = render(
    <Notifications items={[]} onClose={() => {}} onHold={() => {}} />,
  );
  const polite = container.querySelector("[aria-live=polite]");
  const assertive = container.querySelector("[aria-live=assertive]");
  expect(polite?.children).toHaveLength(0);
  expect(assertive?.children).toHaveLength(0);
  rerender(<Notifications items={ITEMS} onClose={() => {}} onHold={() => {}} />);
  expect(polite?.children).toHaveLength(3);
  expect(assertive?.textContent).toContain("Failed to update");
});

function Closable() {
  const [items, setItems] = useState(ITEMS);
  return (
    <>
      <button type="button">Before</button>
      <Notifications
        items={items}
        onClose={(id) => setItems(items.filter((item) => item.id !== id))}
        onHold={() => {}}
      />
    </>
  );
}

test("[WID-21] the user can close a notification, and focus goes to the next and finally back", () => {
  render(<Closable />);
  const before = screen.getByRole("button", { name: "Before" });
  before.focus();
  for (let left = ITEMS.length; left > 0; left--) {
    const buttons = screen.getAllByRole("button", { name: "Close notification" });
    expect(buttons).toHaveLength(left);
    if (left === ITEMS.length) buttons[0]?.focus();
    const focused = document.activeElement;
    expect(buttons).toContain(focused);
    if (focused) fireEvent.click(focused);
  }
  expect(screen.queryByRole("listitem")).toBeNull();
  expect(document.activeElement).toBe(before);
});

test("[WID-21] closing by the pointer returns the focus, so that nothing is held after the pointer left", () => {
  const onHold = vi.fn();
  render(
    <>
      <button type="button">Before</button>
      <Notifications items={ITEMS} onClose={() => {}} onHold={onHold} />
    </>,
  );
  const before = screen.getByRole("button", { name: "Before" });
  const region = screen.getByRole("region", { name: "Notifications" });
  const [close] = within(region).getAllByRole("button");
  if (!close) throw new Error("no button");
  // The browser shows no focus ring on a clicked element.
  vi.spyOn(close, "matches").mockImplementation((selector) => selector !== ":focus-visible");
  act(() => before.focus());
  fireEvent.pointerEnter(region);
  act(() => close.focus());
  fireEvent.click(close);
  expect(document.activeElement).toBe(before);
  fireEvent.pointerLeave(region);
  expect(onHold).toHaveBeenLastCalledWith(false);
});

test("[WID-21] closing names the notification", () => {
  const onClose = vi.fn();
  render(<Notifications items={ITEMS} onClose={onClose} onHold={() => {}} />);
  const item = screen.getByText("The session ends soon.").closest("li");
  if (!item) throw new Error("no item");
  fireEvent.click(within(item).getByRole("button"));
  expect(onClose).toHaveBeenCalledExactlyOnceWith("c");
});

test("a notification is held while it has the pointer or the focus", () => {
  const onHold = vi.fn();
  const held = () => onHold.mock.lastCall?.[0];
  render(
    <>
      <button type="button">Before</button>
      <Notifications items={ITEMS} onClose={() => {}} onHold={onHold} />
    </>,
  );
  const region = screen.getByRole("region", { name: "Notifications" });
  const [close] = within(region).getAllByRole("button");
  act(() => close?.focus());
  expect(held()).toBe(true);
  fireEvent.pointerEnter(region);
  fireEvent.pointerLeave(region);
  expect(held()).toBe(true);
  fireEvent.pointerEnter(region);
  act(() => screen.getByRole("button", { name: "Before" }).focus());
  expect(held()).toBe(true);
  fireEvent.pointerLeave(region);
  expect(held()).toBe(false);
});
