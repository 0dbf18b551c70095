/** Repeats work on a file that another process changed in between. */
import { ConnectorError } from "../contract.ts";

const MAX_ATTEMPTS = 3;

/** Another process changed the file, so that the result would miss or undo its change. */
export class FileChangedError extends Error {
  override readonly name = "FileChangedError";
}

/** @throws ConnectorError changedMeanwhile if the last attempt also throws a FileChangedError; errors of the work */
export async function retryIfChanged<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileChangedError)) throw error;
      if (attempt < MAX_ATTEMPTS) continue;
      const detail = "Another process changes the file again and again";
      throw new ConnectorError("changedMeanwhile", "read", detail, { cause: error });
    }
  }
}
