/**
 * Tells a control of the first move of a pressed pointer after each frame as it comes, until it is let go: a browser keeps
 * `pointermove` back until it draws the next frame, and an answer that takes a few milliseconds would miss that frame.
 * Fast pointers move many times a frame; with the browser's own comes the last place of them, unless it is known already.
 */
export function moveAtOnce(control: Element): void {
  const released = new AbortController();
  const { signal } = released;
  let isPassed = false;
  let last: PointerEvent | null = null;
  const pass = (event: Event) => {
    if (isPassed || !(event instanceof PointerEvent)) return;
    isPassed = true;
    requestAnimationFrame(() => {
      isPassed = false;
    });
    control.dispatchEvent(new PointerEvent("pointermove", event));
  };
  const dropKnown = (event: PointerEvent) => {
    const isKnown =
      event.pointerId === last?.pointerId &&
      // A button that is let go while another is held is told by a move.
      event.buttons === last.buttons &&
      event.clientX === last.clientX &&
      event.clientY === last.clientY;
    if (isKnown) event.stopPropagation();
    last = event;
  };
  const release = () => released.abort();
  // Where a browser has no such event, or the page came without encryption, moves come with the frames.
  control.addEventListener("pointerrawupdate", pass, { signal });
  const { ownerDocument } = control;
  ownerDocument.addEventListener("pointermove", dropKnown, { signal, capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    ownerDocument.addEventListener(end, release, { signal });
  }
}
