import { message } from "#events/messages/message.ts";
import { ToldError } from "../kernel/toldError.ts";

/**
 * Code that comes when it is needed, and may not: the connection is gone, or the server has another build by now. What
 * browsers say of it names a file of the build, and they do not fetch it again before the page is loaded again.
 *
 * @throws ToldError
 */
export function neededCode<Code>(code: Promise<Code>): Promise<Code> {
  return code.catch((cause: unknown) => {
    throw new ToldError(message("network.codeNotLoaded"), { cause });
  });
}
