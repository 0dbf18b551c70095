/**
 * Log sessions of open tabs. A tab may sleep for hours and wake up, so the browser holds a lock while it exists.
 * Browsers provide locks only on pages loaded by TLS or from localhost.
 */
const PREFIX = "provision.log.";

/** @returns a function to call when its recording has ended. */
export function holdSession(id: string): () => void {
  let release = () => {};
  const hold = () => {
    const ended = new Promise<void>((resolve) => (release = resolve));
    // Without locks, the time of a session's last event shows whether its tab is open.
    void navigator.locks?.request(PREFIX + id, () => ended).catch(() => undefined);
  };
  const letGo = () => release();
  const takeAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) hold();
  };
  hold();
  // Browsers do not keep a page with a lock in the back/forward cache.
  window.addEventListener("pagehide", letGo);
  window.addEventListener("pageshow", takeAgain);
  return () => {
    window.removeEventListener("pagehide", letGo);
    window.removeEventListener("pageshow", takeAgain);
    release();
  };
}

/** The ids of held sessions; none if the browser does not report them. */
export async function heldSessions(): Promise<ReadonlySet<string>> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  const names = held.flatMap(({ name = "" }) => (name.startsWith(PREFIX) ? [name] : []));
  return new Set(names.map((name) => name.slice(PREFIX.length)));
}
