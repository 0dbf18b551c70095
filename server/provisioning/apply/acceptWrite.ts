import { ConnectorError } from "../../connectors/contract.ts";

interface Accepted<Result> {
  /** Null if the connector found that the system did not make the change. */
  readonly result: Result | null;
  /** The attributes that the connector found not stored; empty if it found none, or names none. */
  readonly ignored: readonly string[];
}

/**
 * Writes, also if the connector finds that the system ignored the write. The caller reads the object and compares it.
 *
 * @throws ConnectorError with another remedy
 */
export async function acceptWrite<Result>(write: () => Promise<Result>): Promise<Accepted<Result>> {
  try {
    return { result: await write(), ignored: [] };
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.remedy !== "ignored") throw error;
    return { result: null, ignored: error.attributes };
  }
}
