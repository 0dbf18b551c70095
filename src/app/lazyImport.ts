import { message } from "#events/messages/message.ts";
import { MessageError } from "../kernel/messageError.ts";

/**
 * Code that comes when it is needed, and may not: the connection is gone, or the server has another build by now. What
 * browsers say of it names a file of the build, and they do not fetch it again before the page is loaded again.
 *
 * @throws MessageError
 */
export function lazyImport<Code>(code: Promise<Code>): Promise<Code> {
  return code.catch((cause: unknown) => {
    throw new MessageError(message("network.codeNotLoaded"), { cause });
  });
}
