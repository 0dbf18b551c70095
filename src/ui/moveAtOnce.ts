/**
 * Tells a control of the moves of a pressed pointer as they come, until it is let go: a browser keeps `pointermove` back
 * until it draws the next frame, and an answer that takes a few milliseconds would miss that frame.
 */
export function moveAtOnce(control: Element): void {
  const released = new AbortController();
  const { signal } = released;
  const pass = (event: Event) => {
    if (event instanceof PointerEvent)
      control.dispatchEvent(new PointerEvent("pointermove", event));
  };
  const release = () => released.abort();
  // Where a browser has no such event, or the page came without encryption, moves come with the frames.
  control.addEventListener("pointerrawupdate", pass, { signal });
  for (const end of ["pointerup", "pointercancel"]) {
    control.ownerDocument.addEventListener(end, release, { signal });
  }
}
