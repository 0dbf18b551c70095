// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ConfirmModal, Modal } from "#src/ui/Modal.tsx";

afterEach(cleanup);

function Host({ onContinue }: { onContinue?: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Modal open={open} onClose={() => setOpen(false)} title="Rename it" onContinue={onContinue}>
        <input aria-label="Name" />
      </Modal>
    </>
  );
}

async function openHost(onContinue?: () => void) {
  render(<Host onContinue={onContinue} />);
  const opener = screen.getByRole("button", { name: "Rename" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog", { name: "Rename it" });
  return opener;
}

/** The styles that lock page scrolling, wherever the library puts them. */
function pageIsLocked(): boolean {
  return [document.documentElement, document.body].some((element) =>
    /hidden|clip/.test(
      `${element.style.overflow} ${element.style.overflowX} ${element.style.overflowY}`,
    ),
  );
}

test("[WID-2] a modal has a close control that closes it and returns the focus", async () => {
  const opener = await openHost(() => {});
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("[WID-2] Escape and Cancel close a modal", async () => {
  const opener = await openHost(() => {});
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  fireEvent.click(opener);
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("[WID-2] a modal with nothing to continue has Close in the place of Cancel", async () => {
  await openHost();
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
  const [, last] = screen.getAllByRole("button", { name: "Close" });
  if (last) fireEvent.click(last);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("[WID-3] an open modal locks page scrolling, and closing releases it", async () => {
  expect(pageIsLocked()).toBe(false);
  await openHost(() => {});
  await waitFor(() => expect(pageIsLocked()).toBe(true));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(pageIsLocked()).toBe(false));
});

test("[WID-4] the default continue label is 'Continue'", async () => {
  const onContinue = vi.fn();
  await openHost(onContinue);
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  expect(onContinue).toHaveBeenCalledTimes(1);
});

test("[WID-4] another label replaces 'Continue', and without onContinue there is no such button", async () => {
  const close = () => {};
  const { rerender } = render(
    <Modal open onClose={close} title="T" onContinue={close} continueLabel="Delete" />,
  );
  await screen.findByRole("button", { name: "Delete" });
  expect(screen.queryByRole("button", { name: "Continue" })).toBeNull();
  rerender(<Modal open onClose={close} title="T" />);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
});

test("[WID-1] the continue button of a busy modal reads 'Please wait...'", async () => {
  render(<Modal open onClose={() => {}} title="T" onContinue={() => {}} busy />);
  await screen.findByRole("button", { name: "Please wait..." });
});

test("focus goes to the first field of a modal", async () => {
  await openHost();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
});

test("a dangerous confirmation is an alertdialog that starts on Cancel", async () => {
  render(
    <ConfirmModal
      open
      danger
      onClose={() => {}}
      onContinue={() => {}}
      title="Delete?"
      message="Gone for good."
    />,
  );
  await screen.findByRole("alertdialog", { name: "Delete?" });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel" })),
  );
  await act(async () => {});
});

function List() {
  const [rows, setRows] = useState(["first", "second"]);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <div role="grid" tabIndex={0} aria-label="Rows">
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setAsked(row)}>
          {row}
        </button>
      ))}
      <Modal
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Remove it"
        continueLabel="Remove"
        continueDisabled={asked === "second"}
        onContinue={() => {
          setAsked(null);
          setTimeout(() => setRows((all) => all.filter((row) => row !== asked)), 20);
        }}
      />
    </div>
  );
}

async function ask(name: string) {
  render(<List />);
  const opener = screen.getByRole("button", { name });
  opener.focus();
  fireEvent.click(opener);
  return screen.findByRole("dialog");
}

test("a modal whose action removes its opener leaves the focus in the list around it", async () => {
  await ask("first");
  fireEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByText("first")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("grid")));
});

test("a modal whose action disables its opener leaves the focus in the list around it", async () => {
  function Selected() {
    const [open, setOpen] = useState(false);
    const [selected, setSelected] = useState(1);
    return (
      <div role="grid" tabIndex={0} aria-label="Rows">
        <button type="button" disabled={selected === 0} onClick={() => setOpen(true)}>
          Change
        </button>
        <Modal
          open={open}
          onClose={() => setOpen(false)}
          title="Change it"
          onContinue={() => {
            setSelected(0);
            setOpen(false);
          }}
        />
      </div>
    );
  }
  render(<Selected />);
  const opener = screen.getByRole("button", { name: "Change" });
  opener.focus();
  fireEvent.click(opener);
  await screen.findByRole("dialog");
  fireEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("grid")));
});

test("a modal that cannot be continued yet has the focus on its other button", async () => {
  await ask("second");
  const cancel = screen.getByRole("button", { name: "Cancel" });
  await waitFor(() => expect(document.activeElement).toBe(cancel));
});
