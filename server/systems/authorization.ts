/**
 * OAuth 2 authorization code with PKCE. The state contains the verifier, encrypted for the user and the system, so that
 * nothing is stored until the access is granted.
 */
import { createHash, randomBytes } from "node:crypto";
import { Type } from "typebox";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { completeConfiguration, validateConfiguration } from "#events/rules/systems.ts";
import { baseUrl } from "../auth/links.ts";
import type { CallContext } from "../callContext.ts";
import { ConnectorError } from "../connectors/contract.ts";
import { createSurroundings } from "../connectors/surroundings.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError, conflict } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { holdSystem, requireConnector, requireSystem } from "./queries.ts";
import { findSetSecrets, readSecrets, withKey, writeSecrets } from "./secrets.ts";

/** Time to grant access at the provider. */
const MAX_WAIT: Milliseconds = 15 * 60_000;
const ANSWER_TIME: Milliseconds = 10_000;

const StateSchema = Type.Object({ verifier: Type.String(), until: Type.Integer() });
const checkState = compileCheck(StateSchema, "body") as (value: unknown) => {
  readonly verifier: string;
  readonly until: number;
};

/** @returns the address at which access is granted. @throws ApiError ECONFLICT */
export async function authorize(context: CallContext, resourceId: string): Promise<string> {
  const { at, services } = context;
  const { authorization, configuration } = await prepare(context, resourceId);
  const verifier = randomBytes(32).toString("base64url");
  const state = services.secrets
    .encrypt(
      Buffer.from(JSON.stringify({ verifier, until: at.getTime() + MAX_WAIT })),
      contextOf(context, resourceId),
    )
    .toString("base64url");
  return explained(() =>
    authorization.authorizeUrl(configuration, {
      redirectUri: redirectUri(context, resourceId),
      state,
      challenge: createHash("sha256").update(verifier).digest("base64url"),
    }),
  );
}

/** Stores the secrets that the provider gives for a code. @throws ApiError EBADTOKEN, ECONFLICT */
export async function finishAuthorization(
  context: CallContext,
  resourceId: string,
  reply: { readonly state: string; readonly code: string },
): Promise<void> {
  const { at, client, db, services } = context;
  const place = { clientId: client.id, resourceId };
  const { authorization, configuration } = await prepare(context, resourceId);
  const verifier = openState(context, resourceId, reply.state);
  const given = await explained(() =>
    authorization.redeem(
      configuration,
      { redirectUri: redirectUri(context, resourceId), code: reply.code, verifier },
      createSurroundings(db, services.config, place, {
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
      await writeSecrets(tx, services.secrets, place, secrets);
      await tx
        .updateTable("connected_systems")
        .set({ secrets_changed_at: at, test_outcome: null, version: row.version + 1 })
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

/** The screen of the configuration, which passes the reply of the provider on. */
function redirectUri({ app }: CallContext, resourceId: string): string {
  return `${baseUrl(app)}/resources/${resourceId.toLowerCase()}/configuration`;
}

/** @throws ApiError EBADTOKEN for a state of another user, system or server, and for an old one. */
function openState(context: CallContext, resourceId: string, text: string): string {
  try {
    const sealed = Buffer.from(text, "base64url");
    const plain = context.services.secrets.decrypt(sealed, contextOf(context, resourceId));
    const { verifier, until } = checkState(JSON.parse(plain.toString()));
    if (until >= context.at.getTime()) return verifier;
  } catch {
    // The reason does not matter to the user.
  }
  throw new ApiError("EBADTOKEN", message("systems.authorizationExpired"));
}

async function prepare({ client, db, request, services }: CallContext, resourceId: string) {
  const place = { clientId: client.id, resourceId };
  const row = await requireSystem(db, place);
  const { authorization, fields } = requireConnector(services.connectors, row.connector_id);
  if (authorization === null) throw conflict("systems.noAuthorization");
  const values = row.settings.configuration;
  const setSecrets = await findSetSecrets(db, place);
  if (Object.keys(validateConfiguration(fields, values, setSecrets)).length > 0) {
    throw conflict("systems.notConfigured");
  }
  const secrets = await withKey({ request }, () => readSecrets(db, services.secrets, place));
  return { authorization, configuration: completeConfiguration(fields, { ...values, ...secrets }) };
}

/** @throws ApiError ECONFLICT with the problem of the system. */
async function explained<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof ConnectorError) throw conflict("systems.authorizationFailed");
    throw error;
  }
}
