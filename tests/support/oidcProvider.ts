/** A real OpenID Connect provider on loopback, which signs in everyone who types a known name. */
import { once } from "node:events";
import { createServer } from "node:http";
import Provider from "oidc-provider";

export const CLIENT_ID = "provision";
export const CLIENT_SECRET = "known to both sides";

/** The claim `acr` of users who have shown a second factor. */
export const TWO_FACTORS = "urn:example:two-factors";

/** The claims of the provider's users, by typed name. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface RunningProvider {
  readonly issuer: string;
  /** As `PROVISION_SSO_…` variables. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export interface ProviderOptions {
  readonly people: People;
  /** Whether a redirect target is allowed; by default any sign-in screen on loopback. */
  readonly allows?: (uri: string) => boolean;
  /** Users with a second factor, which they show. */
  readonly careful?: readonly string[];
  /** Puts the claims into the ID token as well as the userinfo. */
  readonly talkative?: boolean;
  /** Gives refresh tokens, which are valid once. */
  readonly refreshes?: boolean;
}

const ON_LOOPBACK = /^http:\/\/127\.0\.0\.1:\d+\/$/;

export async function startProvider({
  people,
  allows = (uri) => ON_LOOPBACK.test(uri),
  careful = [],
  talkative = false,
  refreshes = false,
}: ProviderOptions): Promise<RunningProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_types: ["authorization_code", ...(refreshes ? ["refresh_token"] : [])],
        redirect_uris: ["http://127.0.0.1/"],
        post_logout_redirect_uris: ["http://127.0.0.1/"],
      },
    ],
    ...(refreshes && { issueRefreshToken: async () => true, rotateRefreshToken: true }),
    acrValues: [TWO_FACTORS],
    claims: { email: ["email", "email_verified"], profile: ["preferred_username"] },
    conformIdTokenClaims: !talkative,
    cookies: { keys: ["of tests"] },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = page(
            "Sign out of all?",
            `${form}<button form="op.logoutForm" name="logout" value="yes">Yes</button>`,
          );
        },
      },
    },
    findAccount: (_ctx, name) =>
      people[name] === undefined
        ? undefined
        : { accountId: name, claims: () => ({ ...people[name], sub: name }) },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
    // The organisation's own application needs no consent.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        accountId: oidc.session?.accountId ?? "",
        clientId: oidc.client?.clientId ?? "",
      });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
  });
  // The application's port is known only after the provider's start.
  const { prototype } = provider.Client;
  prototype.redirectUriAllowed = allows;
  prototype.postLogoutRedirectUriAllowed = allows;
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith("/sign-in/")) return next();
    if (ctx.method === "GET") {
      ctx.body = page(
        "Example organisation",
        `<form method="post"><label>Name <input name="name" autofocus></label>
        <button>Sign in</button> <button name="refuse" value="yes">Refuse</button></form>`,
      );
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const name = form.get("name") ?? "";
    const result = form.has("refuse")
      ? { error: "access_denied", error_description: "<b>no</b>" }
      : { login: { accountId: name, ...(careful.includes(name) && { acr: TWO_FACTORS }) } };
    await provider.interactionFinished(ctx.req, ctx.res, result);
    ctx.respond = false;
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    issuer,
    settings: {
      PROVISION_SSO_ISSUER: issuer,
      PROVISION_SSO_CLIENT_ID: CLIENT_ID,
      PROVISION_SSO_CLIENT_SECRET: CLIENT_SECRET,
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}

/** A browser at the provider: it keeps cookies and follows redirects until they leave for the application. */
export class ProviderVisitor {
  readonly #issuer: string;
  readonly #cookies = new Map<string, string>();

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** Signs in as that user, or refuses to. @returns the redirect address of the provider. */
  async signIn(url: string, name: string | null): Promise<URL> {
    const place = await this.#follow(url);
    if (!place.pathname.startsWith("/sign-in/")) return place;
    const form = new URLSearchParams(name === null ? [["refuse", "yes"]] : [["name", name]]);
    return this.#follow(place.href, form.toString());
  }

  async #follow(url: string, form?: string): Promise<URL> {
    let next = new URL(url);
    let body = form;
    while (next.origin === this.#issuer) {
      const response = await fetch(next, {
        method: body === undefined ? "GET" : "POST",
        redirect: "manual",
        headers: {
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(body !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
        },
        ...(body !== undefined && { body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        this.#cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location === null) return next;
      next = new URL(location, next);
      body = undefined;
    }
    return next;
  }
}
