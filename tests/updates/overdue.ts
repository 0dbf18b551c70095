/** Which packages have waited for an update for too long. The times are those of `docs/operations.md`, "Updates". */

const DAY = 24 * 3_600_000;

/** Days after which a newer version must be installed. */
export const MAX_DAYS = 90;

export interface Published {
  readonly name: string;
  /** The installed version. */
  readonly installed: string;
  /** The version that the registry recommends. */
  readonly latest: string;
  /** ISO time of each version. */
  readonly times: Readonly<Record<string, string>>;
}

export interface Overdue extends Omit<Published, "times"> {
  /** Since the first newer version. */
  readonly days: number;
}

/**
 * A package is overdue when the recommended version is newer than the installed one and has existed for too long. Between
 * them there may be others: the first newer one counts.
 *
 * @param now epoch milliseconds
 * @returns the longest waiting first
 * @throws Error if the times of a version are unknown, because it could be overdue
 */
export function overdue(packages: readonly Published[], now: number): readonly Overdue[] {
  return packages
    .flatMap(({ name, installed, latest, times }) => {
      const [own, newest] = [Date.parse(times[installed] ?? ""), Date.parse(times[latest] ?? "")];
      if (Number.isNaN(own) || Number.isNaN(newest)) {
        throw new Error(`The registry does not say when ${name} ${installed} was published`);
      }
      if (installed === latest || newest <= own) return [];
      const later = Object.entries(times)
        .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version))
        .map(([, time]) => Date.parse(time))
        .filter((time) => time > own);
      const days = Math.floor((now - Math.min(...later)) / DAY);
      return days > MAX_DAYS ? [{ name, installed, latest, days }] : [];
    })
    .sort((a, b) => b.days - a.days);
}
