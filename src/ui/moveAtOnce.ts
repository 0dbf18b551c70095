/**
 * Tells a control of the first move of a pressed pointer after each frame as it comes, until it is let go: a browser keeps
 * `pointermove` back until it draws the next frame, and an answer that takes a few milliseconds would miss that frame.
 * Fast pointers move many times a frame; with the browser's own comes the last place of them, unless it is that very one.
 */
export function moveAtOnce(control: Element): void {
  const released = new AbortController();
  const { signal } = released;
  let passed: PointerEvent | null = null;
  const pass = (event: Event) => {
    if (passed !== null || !(event instanceof PointerEvent)) return;
    control.dispatchEvent(new PointerEvent("pointermove", event));
    passed = event;
    requestAnimationFrame(() => {
      passed = null;
    });
  };
  const dropAgain = (event: PointerEvent) => {
    if (event.clientX === passed?.clientX && event.clientY === passed.clientY)
      event.stopPropagation();
  };
  const release = () => released.abort();
  // Where a browser has no such event, or the page came without encryption, moves come with the frames.
  control.addEventListener("pointerrawupdate", pass, { signal });
  control.ownerDocument.addEventListener("pointermove", dropAgain, { signal, capture: true });
  for (const end of ["pointerup", "pointercancel"]) {
    control.ownerDocument.addEventListener(end, release, { signal });
  }
}
