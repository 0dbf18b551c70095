/** A SCIM 2.0 service that ends with the test. */
import { onTestFinished } from "vitest";
import { openScimmy } from "./scimmy.ts";

export { TOKEN } from "./scimmy.ts";

export async function startScimmy(
  seed: { users?: number; groups?: number } = {},
): Promise<{ url: string; requests: string[] }> {
  const scimmy = await openScimmy(seed);
  onTestFinished(scimmy.close);
  return scimmy;
}
