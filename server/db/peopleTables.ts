/** The tables of users: who they are, how they sign in, and what is changed of them. */
import type { ColumnType, Generated } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { BulkKind } from "#events/entities/bulkChange.ts";
import type { NoticeKind } from "../mail/words.ts";
import type { JsonValue, NullableJsonb } from "./columns.ts";

export interface UsersTable {
  id: string;
  username: string;
  /** `username` in lower case: names are unique whatever their case. */
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
  /** One more with every change: a save that was made of an older one is refused. */
  version: Generated<number>;
  /** When the address was confirmed by a link that was sent to it. */
  email_verified_at: Date | null;
}

export interface UserClientsTable {
  user_id: string;
  client_id: string;
  /** Order in which the user's clients are listed; the lowest is the one shown first. */
  position: number;
  is_hr: Generated<boolean>;
  is_ad: Generated<boolean>;
  /** As the user is. `users/listedUsers.ts` writes this and all that follows. */
  archived: Generated<boolean>;
  /** Whether `user_counts` has it. */
  counted: Generated<boolean>;
  /** What lists are ordered by: the beginnings of the texts as filters see them. */
  name_key: Generated<string>;
  username_key: Generated<string>;
  email_key: Generated<string>;
  /** What a search looks in; null until the keys are written. */
  search_key: string | null;
}

/** The users of a client that are archived, or are not: the sum of the rows. */
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
  /** By which its user ends it; it opens nothing. */
  id: Generated<string>;
  user_id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string | null;
  /** The address of the network from which it was used last. */
  address: string | null;
  /** What the provider said of the user at a single sign-on; null for a sign-in by password. */
  id_token: string | null;
  /** When its user last signed in or confirmed the password in it. */
  confirmed_at: Date;
}

export interface FactorsTable {
  id: string;
  user_id: string;
  kind: "totp" | "passkey";
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  /** Of `totp`: encrypted. */
  secret: Buffer | null;
  /** Of `totp`: the time step of the last accepted code, in 30 seconds since 1970. No older code is accepted. */
  last_step: number | null;
  /** Of `passkey`, as are the columns below. */
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

/** A sign-in whose password was right and that waits for the second factor. It is no session. */
export interface PendingSignInsTable {
  /** SHA-256 of the cookie of the browser. */
  cookie_hash: Buffer;
  user_id: string;
  /** For which the password was right: another password ends the sign-in. */
  password_hash: string;
  /** The user needs a second factor and has none: one is set up before the session begins. */
  enrols: boolean;
  expires_at: Date;
}

/** What a browser was given to set up or use a factor. */
export interface FactorChallengesTable {
  /** SHA-256 of the cookie of the browser. */
  cookie_hash: Buffer;
  purpose: "totp" | "passkey" | "signIn";
  user_id: string;
  /** The encrypted secret of a `totp`, or the challenge. */
  value: Buffer;
  expires_at: Date;
}

/** Mails about changes of accounts that are still to be sent. */
export interface NoticesOwedTable {
  id: Generated<string>;
  kind: NoticeKind;
  email: string;
  username: string;
  language: Language;
  /** When it is sent, or tried again. */
  due_at: Date;
  attempts: Generated<number>;
}

/** Failed attempts to sign in within one window of time. */
export interface LoginFailuresTable {
  /** SHA-256 of what is counted, such as an address of the network. */
  key_hash: Buffer;
  failures: number;
  /** After it, the counter begins anew. */
  ends_at: Date;
}

/** A sign-in at the provider that is under way. */
export interface SignOnsTable {
  /** SHA-256 of the state. */
  state_hash: Buffer;
  /** SHA-256 of the cookie of the browser that began it. */
  cookie_hash: Buffer;
  nonce: string;
  code_verifier: string;
  /** A path within the app that the user wanted to go to. */
  path: string | null;
  expires_at: Date;
}

export type TokenPurpose = "reset" | "verify";

export interface AccountTokensTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_id: string;
  purpose: TokenPurpose;
  /** A path within the app that the user wanted to go to afterwards. */
  landing_page: string | null;
  created_at: Date;
  expires_at: Date;
}

export interface BulkChangesTable {
  client_id: string;
  id: string;
  /** Who had the file checked, and alone may apply it. */
  actor_id: string;
  file_name: string;
  created_at: Date;
  /** All of its lines are there. */
  is_checked: Generated<boolean>;
  /** Lines by kind, of kinds that there are; of a checked file. */
  counts: ColumnType<Partial<Record<BulkKind, number>>, string | undefined, string>;
  /** Lines that were written, and those that were possible no more. */
  done: Generated<number>;
  late: Generated<number>;
}

export interface BulkLinesTable {
  client_id: string;
  bulk_id: string;
  /** Of the file, from 1. */
  line: number;
  kind: BulkKind;
  outcome: "done" | "late" | null;
  username: string;
  user_id: string | null;
  /** Of the user when the file was checked. */
  version: number | null;
  /** The fields that differ, as they were. */
  before: NullableJsonb;
  /** The fields that differ as they become; all fields of a new user. */
  after: NullableJsonb;
  problems: ColumnType<JsonValue, string | undefined, string>;
}

/** Validation e-mails that are still to be sent. */
export interface VerificationsOwedTable {
  user_id: string;
  language: Language;
  /** When it is sent, or tried again. */
  due_at: Date;
  attempts: Generated<number>;
}
