/**
 * Passes the first raw move of a pressed pointer after each frame to a control immediately, until release. Browsers
 * delay `pointermove` until the next frame, and an answer that takes a few milliseconds would miss that frame. Fast
 * pointers move many times per frame: the browser's own event has the last position, and is dropped if the control
 * already has it.
 */
export function passRawMoves(control: Element): void {
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
      // A move also reports the release of one of several buttons.
      event.buttons === last.buttons &&
      event.clientX === last.clientX &&
      event.clientY === last.clientY;
    if (isKnown) event.stopPropagation();
    last = event;
  };
  const release = () => released.abort();
  // Browsers without this event and pages without TLS get moves with the frames.
  control.addEventListener("pointerrawupdate", pass, { signal });
  const { ownerDocument } = control;
  ownerDocument.addEventListener("pointermove", dropKnown, { signal, capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    ownerDocument.addEventListener(end, release, { signal });
  }
}
