/** A directory fills the phone of the people who own its accounts, and a person's screens show it and where it comes from. */
import { writeFileSync } from "node:fs";
import { inboundDraft } from "../tests/server/mappings/support.ts";
import { fileOf, test } from "./support/connectorFolder.ts";
import { connectTable } from "./support/connectTable.ts";
import { expect } from "./support/test.ts";

test.use({ serverOf: "inboundFields" });

test("[MAP-8] a directory fills the phone of the people who own its accounts @once", async ({
  signedIn: page,
  api,
  settings,
}) => {
  writeFileSync(
    await fileOf(settings, api, "people.csv"),
    "login,number,given,user\nann,F1,Ann,ann.f\nbob,F2,Bob,bob.f\n",
  );
  await connectTable(api, {
    name: "Payroll",
    path: "people.csv",
    mappings: [],
    people: { externalId: "number", givenName: "given", username: "user" },
  });
  const file = await fileOf(settings, api, "directory.csv");
  writeFileSync(file, "login,phone\nann.f,+49 30 1\nservice,+49 30 9\n");
  const resourceId = await connectTable(api, {
    name: "Office directory",
    path: "directory.csv",
    mappings: [inboundDraft("account/phone", "extension/phone")],
  });

  await page.goto(`/resources/${resourceId}/field-mapping/inbound`);
  await expect(page.getByText("the HR system wins")).toBeVisible();
  await expect(page.getByText("phone", { exact: true }).first()).toBeVisible();

  writeFileSync(file, "login,phone\nann.f,+49 30 2\nservice,+49 30 9\n");
  await page.goto(`/resources/${resourceId}/manage`);
  await page.getByRole("button", { name: "Import now" }).click();
  const run = page.getByRole("region", { name: "Import 2", exact: true });
  await expect(run.getByText("Done", { exact: true })).toBeVisible({ timeout: 30_000 });
  const people = page.getByRole("region", { name: "People", exact: true });
  await expect(people.getByText("phone: +49 30 1 → +49 30 2")).toBeVisible();

  const reply = await api.call("GET", `/api/clients/${await api.client()}/identities?contains=F1`);
  const { _embedded: found } = (await reply.json()) as {
    readonly _embedded: { readonly identities: readonly { readonly oid: string }[] };
  };
  const path = `/identities/report/${found.identities[0]?.oid ?? ""}`;
  await page.goto(path);
  await expect(page.getByText("+49 30 2", { exact: true })).toBeVisible();
  await page.goto(`${path}/changes`);
  const change = page
    .getByRole("row")
    .filter({ hasText: "Changed by an import" })
    .filter({ hasText: "Import 2 of Office directory" });
  await change.click();
  await expect(
    page.getByRole("dialog").getByRole("row", { name: "phone +49 30 1 +49 30 2" }),
  ).toBeVisible();
});
