// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { RowActions } from "#src/ui/virtual-rows/RowActions.tsx";
import { VirtualRows } from "#src/ui/virtual-rows/VirtualRows.tsx";

afterEach(cleanup);

it("only the controls of the active row are tab stops, and all are in view", () => {
  render(
    <VirtualRows
      ariaLabel="Rows"
      rowCount={3}
      renderRow={(index, _content, isActive) => (
        <RowActions isActive={isActive}>
          <button type="button">Undo {index}</button>
        </RowActions>
      )}
    />,
  );
  const stops = () => screen.getAllByRole("button").map(({ tabIndex }) => tabIndex);
  expect(stops()).toEqual([-1, -1, -1]);
  const grid = screen.getByRole("grid");
  fireEvent.focus(grid);
  expect(stops()).toEqual([0, -1, -1]);
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(stops()).toEqual([-1, 0, -1]);
});
