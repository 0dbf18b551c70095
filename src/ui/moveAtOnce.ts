/**
 * Tells a control of the first move of a pressed pointer after each frame as it comes, until it is let go: a browser keeps
 * `pointermove` back until it draws the next frame, and an answer that takes a few milliseconds would miss that frame.
 * Fast pointers move many times a frame; with the browser's own comes the last place of them.
 */
export function moveAtOnce(control: Element): void {
  const released = new AbortController();
  const { signal } = released;
  let passed = false;
  const pass = (event: Event) => {
    if (passed || !(event instanceof PointerEvent)) return;
    passed = true;
    requestAnimationFrame(() => {
      passed = false;
    });
    control.dispatchEvent(new PointerEvent("pointermove", event));
  };
  const release = () => released.abort();
  // Where a browser has no such event, or the page came without encryption, moves come with the frames.
  control.addEventListener("pointerrawupdate", pass, { signal });
  for (const end of ["pointerup", "pointercancel"]) {
    control.ownerDocument.addEventListener(end, release, { signal });
  }
}
