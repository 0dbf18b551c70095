/** The tables of users: their data, sign-ins and changes. */
import type { ColumnType, Generated } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { BulkKind } from "#events/entities/bulkChange.ts";
import type { NoticeKind } from "../mail/texts.ts";
import type { JsonValue, NullableJsonb } from "./columns.ts";

export interface UsersTable {
  id: string;
  username: string;
  /** `username` in lower case, because names are unique in any case. */
  username_key: string;
  given_name: string;
  family_name: string;
  email: string | null;
  phone_number: string | null;
  phone_extension: string | null;
  job_title: string | null;
  password_hash: string | null;
  onboarded: Generated<boolean>;
  archived: Generated<boolean>;
  created_at: Date;
  /** Incremented by every change. A save based on an older version is refused. */
  version: Generated<number>;
  /** When the address was confirmed by a mailed link. */
  email_verified_at: Date | null;
  last_sign_in_at: Date | null;
}

export interface UserClientsTable {
  user_id: string;
  client_id: string;
  /** Position among the user's clients; the lowest is shown first. */
  position: number;
  is_hr: Generated<boolean>;
  is_ad: Generated<boolean>;
  /** A copy of the user's value. `users/listedUsers.ts` writes this and the following columns. */
  archived: Generated<boolean>;
  /** Whether `user_counts` includes it. */
  counted: Generated<boolean>;
  /** Sort keys of lists: `sort_key` of the family name and the given name, of the username and of the address. */
  name_key: Generated<string>;
  username_key: Generated<string>;
  email_key: Generated<string>;
  /** The searched text; null until the keys are written. */
  search_key: string | null;
}

/** The number of a client's archived or other users: the sum of the rows. */
export interface UserCountsTable {
  client_id: string;
  archived: boolean;
  users: number;
}

export interface RolesTable {
  id: string;
  name: string;
  permissions: string[];
}

export interface UserRolesTable {
  user_id: string;
  role_id: string;
}

export interface UserResourcesTable {
  client_id: string;
  user_id: string;
  resource_id: string;
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value. */
  id_hash: Buffer;
  /** The id by which its user ends it; it opens nothing. */
  id: Generated<string>;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string | null;
  /** The network address that used it last. */
  address: string | null;
  /** The provider's data about the user in a single sign-on; null for a sign-in by password. */
  id_token: string | null;
  /** When the user last signed in or confirmed the password in this session. */
  confirmed_at: Date;
}

export interface FactorsTable {
  id: string;
  user_id: string;
  kind: "totp" | "passkey";
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** Only `totp`; encrypted. */
  secret: Buffer | null;
  /** Only `totp`: the time step of the last accepted code, in 30 seconds since 1970. Older codes are refused. */
  last_step: number | null;
  /** Only `passkey`, like the columns below. */
  credential_id: string | null;
  public_key: Buffer | null;
  counter: number | null;
  transports: string[] | null;
}

export interface RecoveryCodesTable {
  user_id: string;
  /** SHA-256 of the code, which has 118 random bits. */
  code_hash: Buffer;
}

/** A sign-in with a correct password that waits for the second factor. It is not a session. */
export interface PendingSignInsTable {
  /** SHA-256 of the browser's cookie. */
  cookie_hash: Buffer;
  user_id: string;
  /** The hash that the password matched. Changing the password ends the sign-in. */
  password_hash: string;
  /** The user needs a second factor and has none, so one is set up before the session starts. */
  enrols: boolean;
  expires_at: Date;
}

/** A browser's challenge to set up or use a factor. */
export interface FactorChallengesTable {
  /** SHA-256 of the browser's cookie. */
  cookie_hash: Buffer;
  purpose: "totp" | "passkey" | "signIn";
  user_id: string;
  /** The encrypted secret of a `totp`, or the challenge. */
  value: Buffer;
  expires_at: Date;
}

/** Mails about changed accounts and systems that are still to be sent. */
export interface NoticesOwedTable {
  id: Generated<string>;
  kind: NoticeKind;
  email: string;
  username: string;
  /** Names of systems, one per line; empty for other kinds. */
  systems: Generated<string>;
  language: Language;
  /** The time of the next attempt. */
  due_at: Date;
  attempts: Generated<number>;
}

/** Failed attempts to sign in within one time window. */
export interface LoginFailuresTable {
  /** SHA-256 of the counted key, such as a network address. */
  key_hash: Buffer;
  failures: number;
  /** The counter restarts after it. */
  ends_at: Date;
}

/** A pending sign-on at the provider. */
export interface SignOnsTable {
  /** SHA-256 of the state. */
  state_hash: Buffer;
  /** SHA-256 of the cookie of the browser that started it. */
  cookie_hash: Buffer;
  nonce: string;
  code_verifier: string;
  /** The destination: a path within the app. */
  path: string | null;
  expires_at: Date;
}

export type TokenPurpose = "reset" | "verify";

export interface AccountTokensTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: string;
  purpose: TokenPurpose;
  /** The destination afterwards: a path within the app. */
  landing_page: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface BulkChangesTable {
  client_id: string;
  id: string;
  /** The user who had the file checked, and who alone may apply it. */
  actor_id: string;
  file_name: string;
  created_at: Date;
  /** All of its lines are stored. */
  is_checked: Generated<boolean>;
  /** Counts of lines by kind, of a checked file. */
  counts: ColumnType<Partial<Record<BulkKind, number>>, string | undefined, string>;
  /** Written lines, and lines that had become impossible. */
  done: Generated<number>;
  late: Generated<number>;
}

export interface BulkLinesTable {
  client_id: string;
  bulk_id: string;
  /** The line number in the file, from 1. */
  line: number;
  kind: BulkKind;
  outcome: "done" | "late" | null;
  username: string;
  user_id: string | null;
  /** The user's version at the time of the check. */
  version: number | null;
  /** The differing fields before the change. */
  before: NullableJsonb;
  /** The differing fields after the change; all fields of a new user. */
  after: NullableJsonb;
  problems: ColumnType<JsonValue, string | undefined, string>;
}

/** Validation e-mails that are still to be sent. */
export interface VerificationsOwedTable {
  user_id: string;
  language: Language;
  /** The name of the person who invites; empty if it is unknown. */
  invited_by: Generated<string>;
  client_name: Generated<string>;
  /** The time of the next attempt. */
  due_at: Date;
  attempts: Generated<number>;
}
