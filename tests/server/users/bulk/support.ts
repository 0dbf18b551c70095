/** Bulk files as tests send them. */
import type { BulkChange, BulkLine } from "#events/entities/bulkChange.ts";
import { createApi, type Browser, type TestApi } from "../../support/api.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { fillDirectory, type TestDirectory } from "../../support/directory.ts";

export function base64(text: string | Uint8Array): string {
  return Buffer.from(text as Uint8Array).toString("base64");
}

/** A client's files, used from one administrator's browser. */
export class BulkApi {
  readonly #browser: Browser;
  readonly #path: string;

  constructor(browser: Browser, clientPath: string) {
    this.#browser = browser;
    this.#path = `${clientPath}/user-bulk-changes`;
  }

  send(content: string | Uint8Array, fileName = "users.csv") {
    return this.#browser.post(this.#path, { fileName, content: base64(content) });
  }

  async check(content: string | Uint8Array): Promise<BulkChange> {
    const response = await this.send(content);
    if (response.statusCode !== 201) throw new Error(response.body);
    return response.json();
  }

  async lines(id: string, query = ""): Promise<BulkLine[]> {
    const response = await this.#browser.get(`${this.#path}/${id}/lines?size=100${query}`);
    return response.json()._embedded.lines;
  }

  apply(id: string, sendEmails = false) {
    return this.#browser.post(`${this.#path}/${id}/apply`, { sendEmails });
  }

  /** Applies until nothing is left. */
  async applyAll(id: string, sendEmails = false): Promise<BulkChange> {
    for (;;) {
      const bulk: BulkChange = (await this.apply(id, sendEmails)).json();
      if (bulk.left === 0) return bulk;
    }
  }

  get(id: string) {
    return this.#browser.get(`${this.#path}/${id}`);
  }

  async result(id: string): Promise<string> {
    return readPieces(this.#browser, `${this.#path}/${id}/csv`);
  }
}

export interface BulkServer {
  readonly directory: TestDirectory;
  readonly api: TestApi;
  readonly owner: Browser;
  readonly clientPath: string;
  /** Users of the client. */
  readonly path: string;
  readonly bulk: BulkApi;
}

/** A server with a known directory, and its owner, who sends files. */
export async function openBulk({ current }: TestDatabase): Promise<BulkServer> {
  const directory = await fillDirectory(current.db);
  const api = await createApi(current);
  const owner = await api.signIn("owner");
  const clientPath = `/api/clients/${directory.clientId}`;
  return {
    directory,
    api,
    owner,
    clientPath,
    path: `${clientPath}/users`,
    bulk: new BulkApi(owner, clientPath),
  };
}

export async function readPieces(browser: Browser, path: string): Promise<string> {
  let text = "";
  let next: string | null = "";
  while (next !== null) {
    const query: string = next === "" ? "" : `?from=${encodeURIComponent(next)}`;
    const piece: { csv: string; next: string | null } = (await browser.get(path + query)).json();
    text += piece.csv;
    next = piece.next;
  }
  return text;
}
