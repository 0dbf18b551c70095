/** The order of names in the database, against that of `Intl.Collator`. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { compareNames } from "#events/rules/nameOrder.ts";
import { type Browser, createApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";
import { createUser } from "../users/support.ts";

/** As people expect them. */
const FAMILIES = [
  ["Berg", "Zoe"],
  ["Bergen", "Adam"],
  ["Last2", "Ann 2"],
  ["Last2", "Ann 10"],
  ["Last19", "Ann"],
  ["Li", "Yan"],
  ["Lin", "An"],
  ["Łysek", "Jan"],
  ["Lzz", "Jan"],
  ["Müller", "Eva"],
  ["Mullis", "Eva"],
] as const;

const NAMES = [
  "Core Portal",
  "Core Portal 2",
  "core portal 0010",
  "Core Portal 99999999999",
  "Core Portal 100000000000",
  "Corebank",
  "Élan",
  "Elbow",
  "Teller",
  "Teller II",
  "Teller-Trainee",
];

eachDatabase((database) => {
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    const { clientId } = await fillDirectory(database.current.db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${clientId}/users`;
    for (const [at, [familyName, givenName]] of FAMILIES.entries()) {
      // Neither usernames nor the order of adding give the order.
      const username = `sorted${(at * 7) % FAMILIES.length}`;
      await createUser(owner, path, { username, familyName, givenName });
    }
    return () => api.app.close();
  });

  const shown = async (query: string) => {
    const response = await owner.get(`${path}?contains=sorted&${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json()._embedded.users as ListedUser[];
  };

  test("[USER-1] users stand by family name, then by given name, with numbers by their value", async () => {
    const named = (users: ListedUser[]) => users.map((user) => [user.familyName, user.givenName]);
    expect(named(await shown("sort=name"))).toEqual(FAMILIES);
    expect(named(await shown("sort=name,desc"))).toEqual(FAMILIES.toReversed());
  });

  test("[USER-1] usernames stand with numbers by their value", async () => {
    const usernames = (await shown("sort=username")).map(({ username }) => username);
    expect(usernames).toEqual(FAMILIES.map((_, at) => `sorted${at}`));
  });

  test("names sort in the database as they sort in the browser", async () => {
    const { rows } = await sql<{ name: string }>`
      select name from jsonb_array_elements_text(${JSON.stringify(NAMES.toReversed())}::jsonb) as n (name)
      order by sort_key(name) collate "C"
    `.execute(database.current.db);
    expect(rows.map(({ name }) => name)).toEqual(NAMES);
    expect(NAMES.toReversed().toSorted(compareNames)).toEqual(NAMES);
  });
});
