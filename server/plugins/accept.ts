/** Content negotiation: media types and languages (RFC 9110, 12.5). */
import type { Language } from "#events/actions/app.ts";
import { firstLanguage } from "#events/rules/language.ts";

/**
 * The requested one of the media types that a call offers besides JSON. It must be named explicitly, so that a client
 * that accepts anything gets JSON. If JSON is named too, the higher quality wins.
 *
 * @param accept the `Accept` header.
 * @returns null for JSON, which is also the default.
 */
export function preferredFormat(
  accept: string | undefined,
  formats: readonly string[],
): string | null {
  const qualities = qualitiesIn(accept);
  const quality = (type: string): number => qualities.get(type) ?? 0;
  const [best] = formats.toSorted((one, other) => quality(other) - quality(one));
  if (best === undefined || quality(best) === 0) return null;
  return quality(best) >= quality("application/json") ? best : null;
}

/** The best matching language of the product. @param acceptLanguage the `Accept-Language` header. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const tags = [...qualitiesIn(acceptLanguage)]
    .filter(([, quality]) => quality > 0)
    .toSorted(([, one], [, other]) => other - one)
    .map(([tag]) => tag);
  return firstLanguage(null, tags);
}

/** The values of a header in order and in lower case, each with its quality from 0 to 1. */
function qualitiesIn(header = ""): ReadonlyMap<string, number> {
  return new Map(
    header.split(",").map((range) => {
      const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return [name, q === undefined ? 1 : Number(q.slice(2)) || 0] as const;
    }),
  );
}
