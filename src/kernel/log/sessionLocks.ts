/**
 * Sessions of the log that open tabs go on with. A tab may sleep for hours and wake up: as long as there is one, the
 * browser holds a lock for it. Browsers have locks on pages that came by TLS or from this computer.
 */
const PREFIX = "provision.log.";

/** @returns how to tell that nothing more is recorded in it. */
export function holdSession(id: string): () => void {
  let release = () => {};
  const hold = () => {
    const ended = new Promise<void>((resolve) => (release = resolve));
    // Without a lock the time of its last event tells whether its tab is there.
    void navigator.locks?.request(PREFIX + id, () => ended).catch(() => undefined);
  };
  const letGo = () => release();
  const takeAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) hold();
  };
  hold();
  // A page with a lock is not kept for going back to it.
  window.addEventListener("pagehide", letGo);
  window.addEventListener("pageshow", takeAgain);
  return () => {
    window.removeEventListener("pagehide", letGo);
    window.removeEventListener("pageshow", takeAgain);
    release();
  };
}

/** The ids of those that are held; none where the browser does not tell. */
export async function heldSessions(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  const names = held.flatMap(({ name = "" }) => (name.startsWith(PREFIX) ? [name] : []));
  return new Set(names.map((name) => name.slice(PREFIX.length)));
}
