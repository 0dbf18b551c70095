/** What handlers work with. */
import type { Kysely } from "kysely";
import type { Csrf } from "./auth/csrf.ts";
import type { Config } from "./config.ts";
import type { Database } from "./db/schema.ts";
import type { Mining } from "./mining/miningHandlers.ts";

export interface Services {
  readonly db: Kysely<Database>;
  readonly config: Config;
  readonly csrf: Csrf;
  readonly mining: Mining | null;
  readonly now: () => Date;
  /** Refuse to answer with a body that its schema does not allow: for tests. */
  readonly checkReplies: boolean;
}
