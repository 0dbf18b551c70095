/** A handler's view of the request. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Language } from "#events/actions/app.ts";
import type { Client } from "#events/entities/client.ts";
import type { User } from "#events/entities/user.ts";
import type { AnyCall } from "#events/kernel/call.ts";
import { recordAudits, type AuditEntry } from "./audit/audit.ts";
import type { Access } from "./auth/access.ts";
import type { Database } from "./db/schema.ts";
import { preferredLanguage } from "./plugins/accept.ts";
import type { Services } from "./services.ts";

/** A change or an attempt, as a handler reports it to the audit trail. */
export type AuditedChange = Pick<AuditEntry, "target" | "before" | "after"> & {
  /** The actor, if it is not the signed-in user; null if unknown. */
  readonly actor?: AuditEntry["actor"];
  /** The call failed: its name gets the suffix "Failed". */
  readonly failed?: boolean;
};

export interface CallContext {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly db: Kysely<Database>;
  readonly request: FastifyRequest;
  /** For cookies and headers. The handler returns the body. */
  readonly reply: FastifyReply;
  /** The requested format; null for JSON. */
  readonly format: string | null;
  /** The language for the caller's mails. */
  readonly language: Language;
  readonly cookie: string | null;
  /** Throws for a public call. */
  readonly user: User;
  /** Throws for a call without a clientId. */
  readonly client: Client;
  /** The handler's start time. */
  readonly at: Date;
  /** Adds rows with call, client, actor and time to the audit trail, in the transaction of the change. */
  audit(tx: Kysely<Database>, ...changes: readonly AuditedChange[]): Promise<void>;
}

export function createContext(
  call: AnyCall,
  access: Access | null,
  request: FastifyRequest,
  reply: FastifyReply,
  format: string | null,
): CallContext {
  const { services } = request.server;
  const at = services.now();
  const held = <Held>(value: Held | null | undefined, what: string): Held => {
    if (value) return value;
    throw new Error(`This call has no ${what}`);
  };
  return {
    app: request.server,
    services,
    db: services.db,
    request,
    reply,
    format,
    get language() {
      return preferredLanguage(request.headers["accept-language"]);
    },
    cookie: access?.cookie ?? null,
    get user() {
      return held(access?.user, "user");
    },
    get client() {
      return held(access?.client, "client");
    },
    at,
    audit: (tx, ...changes) =>
      recordAudits(
        tx,
        changes.map(({ actor = access?.user ?? null, failed = false, ...change }) => ({
          ...change,
          at,
          actor,
          clientId: access?.client?.id ?? null,
          call: failed ? `${call.name}Failed` : call.name,
        })),
      ),
  };
}
