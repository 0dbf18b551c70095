/**
 * Messages of a connection to PostgreSQL without encryption: a commit writes if the transaction had a statement that does.
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
import { Messages, type Conversation } from "./writeGate.ts";

const WRITES = /^\s*(?:insert|update|delete)\b/i;
const BEGIN = /^\s*begin\b/i;
const COMMIT = /^\s*commit\b/i;

export function postgresConversation(): Conversation {
  let isStarted = false;
  /** The first message has no code before its length. */
  const requests = new Messages((bytes) => {
    const at = isStarted ? 1 : 0;
    if (bytes.length < at + 4) return null;
    return at + bytes.readInt32BE(at);
  });
  const responses = new Messages((bytes) => (bytes.length < 5 ? null : 1 + bytes.readInt32BE(1)));
  let writes = false;
  let commits = false;
  return {
    sent: (sent) => {
      const messages = requests.take(sent);
      if (!isStarted) {
        // The client waits for the answer to its first message.
        isStarted = messages.length > 0;
        return messages.map((bytes) => ({ bytes, isWrite: false }));
      }
      return messages.map((bytes) => {
        const statement = statementOf(bytes);
        if (BEGIN.test(statement)) writes = false;
        if (WRITES.test(statement)) writes = true;
        const isWrite = writes && COMMIT.test(statement);
        commits ||= isWrite;
        return { bytes, isWrite };
      });
    },
    answered: (answered) =>
      responses.take(answered).map((bytes) => {
        const isWrite = commits && bytes.toString("utf8", 0, 1) === "C";
        if (isWrite) commits = false;
        return { bytes, isWrite };
      }),
  };
}

/** Of a query or of a statement to parse, which has a name before. */
function statementOf(message: Buffer): string {
  const code = message.toString("latin1", 0, 1);
  const texts = message.toString("utf8", 5).split("\0");
  return (code === "Q" ? texts[0] : code === "P" ? texts[1] : undefined) ?? "";
}
