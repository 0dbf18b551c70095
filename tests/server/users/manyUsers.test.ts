/** Searches among more users than the first probe covers. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import type { ListedUser } from "#events/entities/managedUser.ts";
import { backfillListed } from "#server/users/listedUsers.ts";
import { type Browser, createApi } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { fillDirectory } from "../support/directory.ts";

const USERS = 2400;
/** Every such user is a Zeta, at the start of the list and at its end. */
const AT_EITHER_END = 60;

const usernameOf = (number: number) => `u${String(number).padStart(4, "0")}`;
const usernames = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => usernameOf(first + at));
const ZETAS = [...usernames(1, AT_EITHER_END), ...usernames(USERS - AT_EITHER_END + 1, USERS)];

eachDatabase((database) => {
  let owner: Browser;
  let path: string;
  beforeAll(async () => {
    const { db } = database.current;
    const { clientId } = await fillDirectory(db);
    const api = await createApi(database.current);
    owner = await api.signIn("owner");
    path = `/api/clients/${clientId}/users`;
    await sql`
      with made as (
        insert into users (id, username, username_key, given_name, family_name, created_at)
        select gen_random_uuid(), name, name, 'Ann',
          case when least(i, ${USERS + 1}::int - i) <= ${AT_EITHER_END}::int then 'Zeta' else 'Beta' end, now()
        from generate_series(1, ${USERS}::int) i, lateral (select 'u' || lpad(i::text, 4, '0') as name) n
        returning id
      )
      insert into user_clients (user_id, client_id, position) select id, ${clientId}::uuid, 1 from made
    `.execute(db);
    await backfillListed(db);
    return () => api.app.close();
  });

  test.each([
    ["sort=username&size=50", ZETAS.slice(0, 50)],
    ["sort=username&size=100", ZETAS.slice(0, 100)],
    ["sort=username,desc&size=100", ZETAS.toReversed().slice(0, 100)],
    ["sort=username&size=100&page=1", ZETAS.slice(100)],
    ["sort=username&size=100&manager=billing", ZETAS.slice(0, 100)],
  ])(
    "[USER-1] a search finds a page of all, in the order of the list: %s",
    async (query, found) => {
      const body = (await owner.get(`${path}?contains=zeta&${query}`)).json();
      expect(body._embedded.users.map(({ username }: ListedUser) => username)).toEqual(found);
      expect(body.page.totalElements).toBe(ZETAS.length);
    },
  );
});
