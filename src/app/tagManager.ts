/** Google's tag manager: loaded with the first pushed value, and reads the list of pushed values. */
import type { DataLayerEntry, DataLayerMessage } from "../kernel/ports.ts";

declare global {
  interface Window {
    dataLayer?: (DataLayerEntry | { readonly event: "gtm.js"; readonly "gtm.start": number })[];
  }
}

export function tellTagManager({ containerId, entry }: DataLayerMessage): void {
  window.dataLayer ??= load(containerId);
  window.dataLayer.push(entry);
}

function load(containerId: string): NonNullable<Window["dataLayer"]> {
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(containerId)}`;
  document.head.append(script);
  return [{ event: "gtm.js", "gtm.start": Date.now() }];
}
