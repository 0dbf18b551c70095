/** After each file that shares its modules with others: restores the globals and the page for the next file. */
import type { DetachedWindowAPI } from "happy-dom";
import { afterAll, vi } from "vitest";

declare global {
  interface Window {
    /** Only in the pages project. */
    readonly happyDOM?: DetachedWindowAPI;
  }
}

const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
  if (typeof window === "undefined") return;
  window.happyDOM?.setURL("http://localhost:3000/");
  localStorage.clear();
  sessionStorage.clear();
  document.head.innerHTML = "";
  document.body.innerHTML = "";
});
