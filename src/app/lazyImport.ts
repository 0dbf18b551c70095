import { message } from "#events/messages/message.ts";
import { MessageError } from "../kernel/messageError.ts";

/**
 * Lazily loaded code, which may fail to load because the network is down or the server has another build. The browser's
 * error message names a build file, and browsers do not retry the load before a reload.
 *
 * @throws MessageError
 */
export function lazyImport<Code>(code: Promise<Code>): Promise<Code> {
  return code.catch((cause: unknown) => {
    throw new MessageError(message("network.codeNotLoaded"), { cause });
  });
}
