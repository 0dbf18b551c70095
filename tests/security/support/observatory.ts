/**
 * The score of Mozilla's HTTP Observatory (mdn/mdn-http-observatory, `src/grader/charts.js`): its findings in the
 * headers of a page, and how each changes the score from 100. From 100 on a page has the top grade, A+.
 */

type Headers = Readonly<Record<string, number | string | readonly string[] | undefined>>;

export interface Finding {
  readonly criterion: string;
  readonly modifier: number;
}

export interface Redirection {
  readonly from: string;
  /** null: no redirect. */
  readonly to: string | null;
}

/** Extra credit counts only for a page with at least this score without it. */
const LEAST_FOR_CREDIT = 90;
const SIX_MONTHS = 15_768_000;

export function scoreOf(findings: readonly Finding[]): number {
  const sum = (list: readonly Finding[]) => list.reduce((all, { modifier }) => all + modifier, 0);
  const plain = 100 + sum(findings.filter(({ modifier }) => modifier < 0));
  return plain < LEAST_FOR_CREDIT
    ? plain
    : plain + sum(findings.filter(({ modifier }) => modifier > 0));
}

/**
 * @param cookies the values of all `set-cookie` headers.
 * @param redirection the redirect target of an HTTP request.
 */
export function examine(
  headers: Headers,
  html: string,
  cookies: readonly string[],
  redirection: Redirection,
): Finding[] {
  const text = (name: string) => String(headers[name] ?? "").toLowerCase();
  const policy = parsePolicy(text("content-security-policy"));
  return [
    { criterion: "content-security-policy", modifier: scorePolicy(policy) },
    { criterion: "cookies", modifier: scoreCookies(cookies) },
    {
      criterion: "cross-origin-resource-sharing",
      modifier: text("access-control-allow-origin") === "" ? 0 : -50,
    },
    {
      criterion: "cross-origin-resource-policy",
      modifier: scoreValue(text("cross-origin-resource-policy"), ["same-origin", "same-site"], 10),
    },
    { criterion: "redirection", modifier: scoreRedirection(redirection) },
    {
      criterion: "referrer-policy",
      modifier: scoreValue(
        text("referrer-policy"),
        ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"],
        5,
      ),
    },
    {
      criterion: "strict-transport-security",
      modifier: scoreTransport(text("strict-transport-security")),
    },
    { criterion: "subresource-integrity", modifier: loadsFromElsewhere(html) ? -5 : 0 },
    {
      criterion: "x-content-type-options",
      modifier: text("x-content-type-options") === "nosniff" ? 0 : -5,
    },
    { criterion: "x-frame-options", modifier: scoreFrames(policy, text("x-frame-options")) },
  ];
}

/** `credit` for a good value, nothing for a missing header, and less for any other value. */
function scoreValue(value: string, good: readonly string[], credit: number): number {
  if (value === "") return 0;
  return good.includes(value) ? credit : -5;
}

type Policy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): Policy {
  const directives = text.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(directives.map(([name = "", ...sources]) => [name, sources]));
}

function scorePolicy(policy: Policy): number {
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get("default-src") ?? ["*"];
  const isBroad = (source: string) => /^(?:\*|https?:|data:|'unsafe-\S+)$/.test(source);
  if (!policy.has("default-src") && !policy.has("script-src")) return -25;
  if (["script-src", "object-src"].some((name) => sourcesOf(name).some(isBroad))) return -20;
  if ([...policy.values()].flat().some((source) => source.startsWith("http:"))) return -20;
  if (sourcesOf("style-src").some(isBroad)) return 0;
  const forms = policy.get("form-action") ?? ["*"];
  const isClosed =
    sourcesOf("default-src").join() === "'none'" && ["'self'", "'none'"].includes(forms.join());
  return isClosed ? 10 : 5;
}

function scoreCookies(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  const flags = cookies.map((cookie) => cookie.toLowerCase().split(/;\s*/).slice(1));
  if (!flags.every((own) => own.includes("secure"))) return -40;
  if (!flags.every((own) => own.includes("httponly"))) return -30;
  const isStrict = (own: readonly string[]) =>
    own.includes("samesite=lax") || own.includes("samesite=strict");
  return flags.every(isStrict) ? 5 : 0;
}

function scoreTransport(value: string): number {
  const age = Number(/max-age=(\d+)/.exec(value)?.[1] ?? -1);
  if (age < 0) return -20;
  return age >= SIX_MONTHS ? 0 : -10;
}

function scoreRedirection({ from, to }: Redirection): number {
  if (to === null || new URL(to, from).protocol !== "https:") return -20;
  return new URL(to).hostname === new URL(from).hostname ? 0 : -5;
}

function loadsFromElsewhere(html: string): boolean {
  return /<script[^>]+src="?(?:https?:)?\/\//i.test(html);
}

function scoreFrames(policy: Policy, header: string): number {
  if (policy.has("frame-ancestors")) return 5;
  return header === "deny" || header === "sameorigin" ? 0 : -20;
}
