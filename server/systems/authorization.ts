/**
 * OAuth 2 authorization code with PKCE. The state contains the verifier, encrypted for the user and the system. A row
 * with its hash makes it valid once, in the session that started the authorization.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import { Type, type Static } from "typebox";
import type { Milliseconds } from "#events/entities/common.ts";
import type { SystemConfiguration } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { cutText } from "#events/rules/cutText.ts";
import { appliesTo } from "#events/rules/systems.ts";
import { baseUrl } from "../auth/links.ts";
import { hashOf } from "../auth/session/cookies.ts";
import type { CallContext } from "../callContext.ts";
import { ConnectorError, type Configuration, type Connector } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import { createEnvironment } from "../connectors/environment.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, conflict } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { openSavedConfiguration } from "./connection.ts";
import { holdSystem, requireConnector, requireSystem, type SystemRow } from "./queries.ts";
import { receiversOf, withKey, writeSecrets } from "./secrets.ts";

/** Time to grant access at the provider. */
const MAX_WAIT: Milliseconds = 15 * 60_000;
const ANSWER_TIME: Milliseconds = 10_000;
/** Characters of what the provider said. */
const MAX_DETAIL = 300;

const StateSchema = Type.Object({
  verifier: Type.String(),
  until: Type.Integer(),
  /** The hash of the configuration with which access was requested. */
  configuration: Type.String(),
});
type State = Static<typeof StateSchema>;
const checkState = compileCheck(StateSchema, "body") as (value: unknown) => State;

/** @returns the address at which access is granted. @throws ApiError ECONFLICT */
export async function authorize(context: CallContext, resourceId: string): Promise<string> {
  const { at, client, cookie, db, services } = context;
  const { authorization, configuration, hash } = await prepare(context, resourceId);
  const verifier = randomBytes(32).toString("base64url");
  const until = at.getTime() + MAX_WAIT;
  const begun: State = { verifier, until, configuration: hash };
  const state = services.secrets
    .encrypt(Buffer.from(JSON.stringify(begun)), contextOf(context, resourceId))
    .toString("base64url");
  const url = await explained(() =>
    authorization.authorizeUrl(configuration, {
      redirectUri: redirectUri(context, resourceId),
      state,
      challenge: createHash("sha256").update(verifier).digest("base64url"),
    }),
  );
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto("pending_authorizations")
      .values({
        client_id: client.id,
        state_hash: hashOf(state),
        resource_id: resourceId,
        cookie_hash: hashOf(cookie ?? ""),
        expires_at: new Date(until),
      })
      .execute();
    await context.audit(tx, { target: resourceId });
  });
  return url;
}

/** Stores the secrets that the provider gives for a code. @throws ApiError EBADTOKEN; ECONFLICT also if the configuration changed. */
export async function finishAuthorization(
  context: CallContext,
  resourceId: string,
  reply: { readonly state: string; readonly code: string },
): Promise<void> {
  const { client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const { authorization, configuration, hash } = await prepare(context, resourceId);
  const { verifier, configuration: begun } = openState(context, resourceId, reply.state);
  await takeState(db, context, resourceId, reply.state);
  // The code and the verifier belong to the addresses at which access was granted.
  if (hash !== begun) throw conflict("systems.authorizationOutdated");
  const given = await explained(() =>
    authorization.redeem(
      configuration,
      { redirectUri: redirectUri(context, resourceId), code: reply.code, verifier },
      createEnvironment(db, services.config, place, {
        signal: AbortSignal.timeout(services.systemTime),
        answerTime: Math.min(ANSWER_TIME, services.systemTime),
      }),
    ),
  );
  const secrets = Object.entries(given).map(([fieldId, value]) => ({
    fieldId,
    value: String(value),
  }));
  await withKey(context, () =>
    inTransaction(db, async (tx) => {
      const row = await holdSystem(tx, place);
      if (configurationHash(row) !== begun) throw conflict("systems.authorizationOutdated");
      const { fields } = requireConnector(services.connectors, row.connector_id);
      const receivers = receiversOf(fields, row.settings.configuration);
      const version = row.secrets_version + 1;
      await writeSecrets(tx, services.secrets, place, { values: secrets, receivers, version });
      await tx
        .updateTable("connected_systems")
        .set({
          secrets_version: version,
          test_outcome: null,
          version: row.version + 1,
        })
        .where("client_id", "=", client.id)
        .where("resource_id", "=", resourceId)
        .execute();
      await context.audit(tx, {
        target: resourceId,
        after: { secrets: secrets.map(({ fieldId }) => fieldId) },
      });
    }),
  );
}

function contextOf({ client, user }: CallContext, resourceId: string): string {
  return `authorization ${client.id} ${resourceId.toLowerCase()} ${user.id}`;
}

/** How the saved configuration is authorized; null if it is not. */
export function authorizationOf(
  { app }: Pick<CallContext, "app">,
  resourceId: string,
  { authorization, fields }: Pick<Connector, "authorization" | "fields">,
  configuration: Configuration,
): SystemConfiguration["authorization"] {
  const field = fields.find(({ id }) => id === authorization?.secretField);
  if (field === undefined || !appliesTo(field, fields, configuration)) return null;
  return { fieldId: field.id, redirectUri: redirectUri({ app }, resourceId) };
}

/** The screen of the configuration, which passes the reply of the provider on. */
function redirectUri({ app }: Pick<CallContext, "app">, resourceId: string): string {
  return `${baseUrl(app)}/resources/${resourceId.toLowerCase()}/configuration`;
}

/** @throws ApiError EBADTOKEN for a state of another user, system or server, and for an old one. */
function openState(context: CallContext, resourceId: string, text: string): State {
  try {
    const sealed = Buffer.from(text, "base64url");
    const plain = context.services.secrets.decrypt(sealed, contextOf(context, resourceId));
    const state = checkState(JSON.parse(plain.toString()));
    if (state.until >= context.at.getTime()) return state;
  } catch {
    // The reason does not matter to the user.
  }
  throw expired();
}

/** Uses up a state. That of another session stays valid there. @throws ApiError EBADTOKEN */
async function takeState(
  db: Kysely<Database>,
  { at, client, cookie }: Pick<CallContext, "at" | "client" | "cookie">,
  resourceId: string,
  state: string,
): Promise<void> {
  const taken = await db
    .deleteFrom("pending_authorizations")
    .where("client_id", "=", client.id)
    .where("state_hash", "=", hashOf(state))
    .where("resource_id", "=", resourceId)
    .where("cookie_hash", "=", hashOf(cookie ?? ""))
    .where("expires_at", ">=", at)
    .returning("state_hash")
    .executeTakeFirst();
  if (!taken) throw expired();
}

const expired = () => new ApiError("EBADTOKEN", message("systems.authorizationExpired"));

/** @throws ApiError ENOTFOUND, ECONFLICT, EUNAVAILABLE */
async function prepare(context: CallContext, resourceId: string) {
  const { client, db, services } = context;
  const { connector_id: id } = await requireSystem(db, { clientId: client.id, resourceId });
  const { authorization } = requireConnector(services.connectors, id);
  if (authorization === null) throw conflict("systems.noAuthorization");
  const { configuration, row } = await openSavedConfiguration(context, resourceId);
  return { authorization, configuration, hash: configurationHash(row) };
}

/** Without secrets: a system may replace them at any time, and a new address removes them. */
function configurationHash({ settings }: Pick<SystemRow, "settings">): string {
  const values = Object.entries(settings.configuration).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return createHash("sha256").update(JSON.stringify(values)).digest("base64url");
}

/** @throws ApiError ECONFLICT with the problem of the system. */
async function explained<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof ConnectorError) {
      const detail = cutText(error.message, MAX_DETAIL);
      throw new ApiError("ECONFLICT", message("systems.authorizationFailed", { detail }));
    }
    throw error;
  }
}
