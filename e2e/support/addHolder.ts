import { newUser } from "../../tests/server/users/support.ts";
import { INVITATION, mailIn } from "./mails.ts";
import { PASSWORD } from "./server.ts";
import { expect, type Api } from "./test.ts";

/** Creates a user with the roles, who can sign in with `PASSWORD` and whose address is at example.com. */
export async function addHolder(
  api: Api,
  serverDirectory: string,
  user: { readonly username: string; readonly roleIds: string[]; readonly resourceIds: string[] },
): Promise<void> {
  const email = `${user.username}@example.com`;
  const path = `/api/clients/${await api.client()}/users`;
  const created = await api.call("POST", path, newUser({ ...user, email }));
  expect(created.status()).toBe(201);
  const { id } = (await created.json()) as { readonly id: string };
  expect((await api.call("POST", `${path}/${id}/validation-email`)).status()).toBe(200);
  const mail = () => mailIn(serverDirectory, INVITATION) ?? "";
  await expect.poll(mail).toContain(`To: ${email}`);
  const [, token = ""] = /verificationToken=([\w-]+)/.exec(mail()) ?? [];
  const activated = await api.call("PUT", `/api/users/activateUser?verificationToken=${token}`, {
    givenName: "Ada",
    familyName: "Lovelace",
    password: PASSWORD,
  });
  expect(activated.status()).toBe(200);
}
