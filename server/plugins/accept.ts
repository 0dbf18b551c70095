/**
 * Which of the media types that a call offers beside JSON is asked for. A type must be named to be given, so that
 * whoever accepts anything gets JSON; where JSON is named too, the one of the higher quality is.
 *
 * @param accept the `Accept` header (RFC 9110, 12.5.1).
 * @returns null for JSON, which is also given where neither is named.
 */
export function preferredFormat(
  accept: string | undefined,
  formats: readonly string[],
): string | null {
  const qualities = new Map(
    (accept ?? "").split(",").map((range) => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, q === undefined ? 1 : Number(q.slice(2)) || 0] as const;
    }),
  );
  const quality = (type: string): number => qualities.get(type) ?? 0;
  const [best] = formats.toSorted((one, other) => quality(other) - quality(one));
  if (best === undefined || quality(best) === 0) return null;
  return quality(best) >= quality("application/json") ? best : null;
}
