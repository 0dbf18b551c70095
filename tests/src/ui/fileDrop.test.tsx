// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { FileDrop } from "#src/ui/FileDrop.tsx";
import { useHeldPart } from "../support/useHeldPart.ts";

afterEach(cleanup);

const file = (name: string) => new File(["a"], name);

function show(busy = false) {
  const onFile = vi.fn();
  function Owner() {
    const { open, onOpenChange } = useHeldPart();
    return (
      <FileDrop
        label="Choose"
        hint="Or drop it"
        accept=".gz"
        busy={busy}
        onFile={onFile}
        hasMany={open}
        onMany={onOpenChange}
      />
    );
  }
  const { container } = render(<Owner />);
  const place = container.firstElementChild as HTMLElement;
  const drop = (...files: readonly File[]) => fireEvent.drop(place, { dataTransfer: { files } });
  return { onFile, drop };
}

test("one dropped file is accepted", () => {
  const { onFile, drop } = show();
  const one = file("a.gz");
  drop(one);
  expect(onFile.mock.calls).toEqual([[one]]);
});

test("several dropped files are refused, with a message until one is dropped", () => {
  const { onFile, drop } = show();
  drop(file("a.gz"), file("b.gz"));
  expect(onFile).not.toHaveBeenCalled();
  expect(screen.getByRole("status").textContent).toContain("Choose one file at a time");
  drop(file("a.gz"));
  expect(onFile).toHaveBeenCalledOnce();
  expect(screen.getByRole("status").textContent).toBe("Or drop it");
});

test("a drop without a file is ignored, as is any drop while it is busy", () => {
  const idle = show();
  idle.drop();
  expect(idle.onFile).not.toHaveBeenCalled();
  cleanup();
  const busy = show(true);
  busy.drop(file("a.gz"));
  expect(busy.onFile).not.toHaveBeenCalled();
});
