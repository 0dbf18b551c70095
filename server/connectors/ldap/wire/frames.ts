/** Cuts a stream of bytes into LDAP messages. */

/** Bytes. A group with a million members takes about 80 MB. */
const MAX_MESSAGE = 128 * 1024 * 1024;
/** Tag, length of the length, and at most four bytes of length. */
const MAX_HEADER = 6;
const SEQUENCE = 0x30;

/** What the server sent is not LDAP. */
export class DamagedMessage extends Error {
  override readonly name = "DamagedMessage";
}

export interface Frames {
  /**
   * @returns the messages that these bytes complete.
   * @throws DamagedMessage
   */
  push(bytes: Buffer): readonly Buffer[];
  /** Whether bytes of an unfinished message are left. */
  isPartial(): boolean;
}

/** The number of bytes of the message that starts here; null if more bytes are needed to know it. */
function messageSize(bytes: Buffer): number | null {
  const [tag, first] = bytes;
  if (tag === undefined) return null;
  if (tag !== SEQUENCE) throw new DamagedMessage("The server does not speak LDAP");
  if (first === undefined) return null;
  if (first < 0x80) return 2 + first;
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new DamagedMessage("The length of a message is not valid");
  if (bytes.length < 2 + count) return null;
  const size = 2 + count + bytes.readUIntBE(2, count);
  if (size > MAX_MESSAGE) throw new DamagedMessage("A message is too long");
  return size;
}

export function createFrames(): Frames {
  let chunks: Buffer[] = [];
  let size = 0;

  /** Joins chunks only for a complete message or an incomplete header, so that the cost stays linear. */
  function first(length: number): Buffer {
    if ((chunks[0]?.length ?? 0) < Math.min(length, size)) chunks = [Buffer.concat(chunks)];
    return chunks[0] ?? Buffer.alloc(0);
  }

  function take(length: number): Buffer {
    const bytes = first(length);
    chunks[0] = bytes.subarray(length);
    size -= length;
    return bytes.subarray(0, length);
  }

  return {
    push: (bytes) => {
      chunks.push(bytes);
      size += bytes.length;
      const messages: Buffer[] = [];
      for (;;) {
        const length = messageSize(first(MAX_HEADER));
        if (length === null || length > size) return messages;
        messages.push(take(length));
      }
    },
    isPartial: () => size > 0,
  };
}
