// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { afterEach, expect, it } from "vitest";
import { tellTagManager } from "#src/app/tagManager.ts";

afterEach(() => {
  delete window.dataLayer;
  document.head.replaceChildren();
});

it("the container is loaded once from its own address and reads the list of pushed values", () => {
  const client = { clientId: "7", clientName: "North Bank" };
  const error = { event: "error", code: 500, message: "Failed to fetch" } as const;
  for (const entry of [client, error]) tellTagManager({ containerId: "GTM-A&b", entry });
  expect([...document.head.querySelectorAll("script")].map(({ src }) => src)).toEqual([
    "https://www.googletagmanager.com/gtm.js?id=GTM-A%26b",
  ]);
  expect(window.dataLayer).toEqual([
    { event: "gtm.js", "gtm.start": expect.any(Number) },
    client,
    error,
  ]);
});
