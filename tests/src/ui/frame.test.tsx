// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { AppFrame } from "#src/ui/AppFrame.tsx";
import { Breadcrumbs } from "#src/ui/Breadcrumbs.tsx";
import { Button } from "#src/ui/Button.tsx";
import { Menu, type MenuProps } from "#src/ui/Menu.tsx";
import { formatsOf } from "#src/ui/language/formats.ts";
import { RelativeTime } from "#src/ui/RelativeTime.tsx";
import { StageContext } from "#src/ui/overlayContainer.ts";
import { StatCard } from "#src/ui/StatCard.tsx";
import { useHeldPart } from "../support/useHeldPart.ts";

afterEach(cleanup);

function HeldMenu(props: Omit<MenuProps, "open" | "onOpenChange">) {
  return <Menu {...props} {...useHeldPart()} />;
}

test("the frame skips to its main part, marks the current page and opens other sites in a new tab", () => {
  render(
    <AppFrame
      homeHref="/dashboard"
      drawer={false}
      onDrawer={() => {}}
      navigation={[
        {
          items: [
            { label: "Dashboard", href: "/dashboard", current: true },
            { label: "Role Mapping", href: "/rbac/role-mapping" },
            { label: "Docs Site", href: "https://docs.example", external: true },
          ],
        },
      ]}
    >
      Content
    </AppFrame>,
  );
  fireEvent.click(screen.getByRole("link", { name: "Skip to content" }));
  expect(document.activeElement).toBe(screen.getByRole("main"));

  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Dashboard");
  const link = (name: RegExp) => screen.getByRole("link", { name });
  expect(link(/Role Mapping/).getAttribute("href")).toBe("/rbac/role-mapping");
  expect(link(/Role Mapping/).getAttribute("target")).toBeNull();
  expect(link(/Docs Site.*opens in a new tab/).getAttribute("target")).toBe("_blank");
});

test("the navigation lists entries below their parent", () => {
  render(
    <AppFrame
      homeHref="/dashboard"
      drawer={false}
      onDrawer={() => {}}
      navigation={[
        {
          items: [
            {
              label: "Role Mapping",
              href: "/rbac/role-mapping",
              children: [{ label: "Access Roles", href: "/rbac/access-roles", current: true }],
            },
            { label: "Systems", href: "/systems" },
          ],
        },
      ]}
    >
      Content
    </AppFrame>,
  );
  const parent = screen.getByRole("link", { name: "Role Mapping" }).closest("li");
  const below = within(parent ?? document.body).getAllByRole("listitem");
  expect(below.map(({ textContent }) => textContent)).toEqual(["Access Roles"]);
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Access Roles");
});

test("the drawer closes with a followed link, but not with one that opens a new tab", async () => {
  const onDrawer = vi.fn();
  // Nothing is loaded here.
  const stay = (event: Event) => event.preventDefault();
  document.addEventListener("click", stay);
  function Owner() {
    const { open, onOpenChange } = useHeldPart();
    onDrawer.mockImplementation(onOpenChange);
    return (
      <AppFrame
        homeHref="/dashboard"
        navigation={[
          {
            items: [
              { label: "Role Mapping", href: "/rbac/role-mapping" },
              { label: "Docs Site", href: "https://docs.example", external: true },
            ],
          },
        ]}
        drawer={open}
        onDrawer={onDrawer}
      >
        Content
      </AppFrame>
    );
  }
  render(<Owner />);
  fireEvent.click(screen.getByRole("button", { name: "Open navigation" }));
  const drawer = within(await screen.findByRole("dialog"));
  fireEvent.click(drawer.getByRole("link", { name: /Docs Site/ }));
  const link = drawer.getByRole("link", { name: "Role Mapping" });
  fireEvent.click(link, { ctrlKey: true });
  expect(onDrawer).toHaveBeenCalledExactlyOnceWith(true);
  fireEvent.click(link);
  expect(onDrawer).toHaveBeenLastCalledWith(false);
  document.removeEventListener("click", stay);
});

test("the drawer stays inside a replay frame, and takes neither the focus nor the page", async () => {
  const field = document.createElement("input");
  const stage = document.createElement("div");
  document.body.append(field, stage);
  field.focus();
  render(
    <StageContext value={stage}>
      <AppFrame homeHref="/dashboard" navigation={[]} drawer onDrawer={() => {}}>
        Content
      </AppFrame>
    </StageContext>,
  );
  expect(within(stage).getByRole("dialog")).toBeTruthy();
  // A drawer takes the focus after a frame.
  await act(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))));
  expect(document.activeElement).toBe(field);
  expect(field.closest("[aria-hidden], [inert]")).toBeNull();
  field.remove();
  stage.remove();
});

test("[APB-21] breadcrumbs are a list of links that ends in the page itself", () => {
  render(
    <Breadcrumbs
      items={[
        { label: "Dashboard", href: "/dashboard" },
        { label: "Role Mapping", href: "/rbac/role-mapping" },
        { label: "Senior Teller", href: "/rbac/role-mapping/1" },
        { label: "Access Policy Builder" },
      ]}
    />,
  );
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Dashboard",
    "Role Mapping",
    "Senior Teller",
    "Access Policy Builder",
  ]);
  expect(screen.getByText("Access Policy Builder").getAttribute("aria-current")).toBe("page");
  expect(screen.getByRole("link", { name: "Role Mapping" }).getAttribute("href")).toBe(
    "/rbac/role-mapping",
  );
});

test("a menu opens by key, runs its action and closes", async () => {
  const onSelect = vi.fn();
  render(
    <HeldMenu
      trigger={<Button>Export</Button>}
      entries={[
        { kind: "link", label: "Profile", href: "/profile" },
        { kind: "separator" },
        { kind: "action", label: "CSV", onSelect },
      ]}
    />,
  );
  const trigger = screen.getByRole("button", { name: "Export" });
  trigger.focus();
  fireEvent.click(trigger);
  await screen.findByRole("menu");
  expect(screen.getByRole("menuitem", { name: "Profile" }).getAttribute("href")).toBe("/profile");
  fireEvent.click(screen.getByRole("menuitem", { name: "CSV" }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
});

test("a menu marks the chosen one of its choices", async () => {
  const onSelect = vi.fn();
  render(
    <HeldMenu
      trigger={<Button>Client</Button>}
      entries={["North", "South"].map((label) => ({
        kind: "choice",
        label,
        chosen: label === "South",
        onSelect: () => onSelect(label),
      }))}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Client" }));
  await screen.findByRole("menu");
  expect(screen.getByRole("menuitemradio", { checked: true }).textContent).toBe("South");
  fireEvent.click(screen.getByRole("menuitemradio", { name: "North" }));
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("North");
});

test("a card formats its number by Intl and keeps its size while it loads", () => {
  const { container, rerender } = render(<StatCard label="Identities" value={null} />);
  expect(container.querySelector("[aria-busy=true]")).toBeTruthy();
  rerender(<StatCard label="Identities" value={1234567} />);
  expect(screen.getByText("1,234,567")).toBeTruthy();
});

test("[APB-4] a time is shown as its age", () => {
  const now = Date.UTC(2026, 5, 1);
  const ago = (milliseconds: number) => formatsOf("en").relative(now - milliseconds, now);
  render(<RelativeTime at={now - 10_000} now={now} inRow />);
  render(<RelativeTime at={now + 51_000} now={now} inRow />);
  expect(screen.getAllByText("just now")).toHaveLength(2);
  expect(ago(3 * 60_000)).toBe("3 minutes ago");
  expect(ago(60 * 60_000)).toBe("1 hour ago");
  expect(ago(26 * 3_600_000)).toBe("yesterday");
  expect(ago(400 * 86_400_000)).toBe("last year");
  expect(ago(-2 * 3_600_000)).toBe("in 2 hours");
});
