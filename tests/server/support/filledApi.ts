/** What most tests of calls begin with: a filled directory, its API and a signed-in user. */
import type { OpenDatabase } from "#server/db/open.ts";
import { createApi, type Browser, type TestApi } from "./api.ts";
import { fillDirectory, type TestDirectory, type UserName } from "./directory.ts";

export interface FilledApi {
  readonly directory: TestDirectory;
  readonly api: TestApi;
  readonly browser: Browser;
}

export async function openFilledApi(database: OpenDatabase, name: UserName): Promise<FilledApi> {
  const directory = await fillDirectory(database.db);
  const api = await createApi(database);
  return { directory, api, browser: await api.signIn(name) };
}
