/** A SCIM 2.0 service to which an administrator grants access (OAuth 2), from the catalogue to Live. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { openScimmy, TOKEN } from "../tests/server/connectors/scim/scimmy.ts";
import { SystemJourney } from "./support/connectSystem.ts";
import { expect, test } from "./support/test.ts";

const CLIENT_ID = "provision";

/** The provider grants every request of the client, and gives the token of the service for its code and verifier. */
async function openProvider() {
  const challenges = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://provider");
    if (pathname === "/authorize") {
      const code = `code ${challenges.size}`;
      challenges.set(code, searchParams.get("code_challenge") ?? "");
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", searchParams.get("state") ?? "");
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    let body = "";
    request.on("data", (part) => {
      body += String(part);
    });
    request.on("end", () => {
      const asked = new URLSearchParams(body);
      const verifier = createHash("sha256").update(asked.get("code_verifier") ?? "");
      const isGranted =
        asked.get("grant_type") === "refresh_token" ||
        challenges.get(asked.get("code") ?? "") === verifier.digest("base64url");
      response.writeHead(isGranted ? 200 : 400, { "content-type": "application/json" });
      const granted = { access_token: TOKEN, token_type: "Bearer", refresh_token: "refresh" };
      response.end(JSON.stringify(isGranted ? granted : { error: "invalid_grant" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.use({ serverOf: "systems" });

test("[CONN-19] [RES-15] an administrator grants access to a SCIM service and connects it @once", async ({
  signedIn: page,
}) => {
  const service = await openScimmy({ users: 3, groups: 2 });
  const provider = await openProvider();
  try {
    const journey = new SystemJourney(page, "Cloud office");
    await test.step("configures it and grants access", async () => {
      await journey.add("SCIM 2.0 service");
      await journey.choose({ "Sign in by": "OAuth 2: an administrator grants access" });
      await journey.fill({
        "Address of the API": service.url,
        "Address to grant access": `${provider.url}/authorize`,
        "Address of tokens": `${provider.url}/token`,
        "Client id": CLIENT_ID,
      });
      await journey.save();
      await page.getByRole("button", { name: "Authorize", exact: true }).click();
      await expect(page.getByText("Access granted", { exact: true })).toBeVisible();
      await journey.test();
    });
    await test.step("publishes, imports and confirms it", async () => {
      await journey.publish();
      await journey.import("user1");
      await journey.confirm();
    });
  } finally {
    provider.close();
    service.close();
  }
});
