// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { passRawMoves } from "#src/features/policy-builder/latency/rawPointerMove.ts";

it("a pressed control receives the first raw pointer move after each frame until release", async () => {
  const control = document.body.appendChild(document.createElement("div"));
  const heard: (readonly [number, number])[] = [];
  document.addEventListener("pointermove", ({ clientX, buttons }) =>
    heard.push([clientX, buttons]),
  );
  const comes = (type: string, clientX: number, buttons = 1) =>
    control.dispatchEvent(new PointerEvent(type, { clientX, buttons, bubbles: true }));

  comes("pointerrawupdate", 1);
  passRawMoves(control);
  comes("pointerrawupdate", 2);
  comes("pointerrawupdate", 3);
  expect(heard).toEqual([[2, 1]]);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  comes("pointerrawupdate", 4);
  comes("pointerrawupdate", 5);
  expect(heard).toEqual([
    [2, 1],
    [4, 1],
  ]);
  // The browser's own moves: the last reported position is not new, the one before it is.
  for (const x of [4, 5, 5, 4]) comes("pointermove", x);
  comes("pointermove", 4, 2);
  expect(heard.splice(2)).toEqual([
    [5, 1],
    [4, 1],
    [4, 2],
  ]);
  await new Promise((resolve) => requestAnimationFrame(resolve));
  comes("pointerup", 5);
  comes("pointerrawupdate", 6);
  expect(heard).toHaveLength(2);
});
