/** After each file that shares its modules with others: the globals and the page are again as the next file expects them. */
import type { DetachedWindowAPI } from "happy-dom";
import { afterAll, vi } from "vitest";

declare global {
  interface Window {
    /** Of the pages project; absent elsewhere. */
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
