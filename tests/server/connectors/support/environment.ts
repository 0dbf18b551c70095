/** What a connector in a test may use. */
import { isIP } from "node:net";
import { ConnectorError, type ConnectorEnvironment } from "#server/connectors/contract.ts";

/** ConnectorEnvironment whose hosts, other than addresses and `localhost`, are unknown unless they are named here. */
export function environment(
  options: Partial<ConnectorEnvironment> & {
    readonly hosts?: Readonly<Record<string, string>>;
  } = {},
): ConnectorEnvironment {
  const { hosts = {}, ...rest } = options;
  return {
    signal: new AbortController().signal,
    answerTime: 5_000,
    openFile: () => Promise.reject(new ConnectorError("fileMissing", "find", "")),
    async resolveHost(host) {
      const address = isIP(host) === 0 ? { localhost: "127.0.0.1", ...hosts }[host] : host;
      if (address === undefined) {
        throw new ConnectorError("hostUnknown", "resolve", `There is no host ${host}.`);
      }
      return { address, family: isIP(address) === 6 ? 6 : 4 };
    },
    ...rest,
  };
}

/** The pages of a read and how it ended. */
export async function readAll<Page, End>(
  read: AsyncGenerator<readonly Page[], End, void>,
): Promise<{ pages: (readonly Page[])[]; all: Page[]; end: End }> {
  const pages: (readonly Page[])[] = [];
  for (;;) {
    const step = await read.next();
    if (step.done === true) return { pages, all: pages.flat(), end: step.value };
    pages.push(step.value);
  }
}

/** The ConnectorError of a promise that must reject with one. */
export async function problemOf(promise: Promise<unknown>): Promise<ConnectorError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ConnectorError) return error;
  throw new Error("Expected a ConnectorError", { cause: error });
}
