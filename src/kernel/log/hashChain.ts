/** The hash chain over the lines of an event log: each mark depends on every byte before it. */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Chain {
  /** Adds the next line, without its newline. */
  add(line: string): void;
  /** SHA-256, in hex, of all lines so far with a newline after each. */
  mark(): string;
}

export function createChain(): Chain {
  const hash = sha256.create();
  return {
    add: (line) => void hash.update(utf8ToBytes(`${line}\n`)),
    mark: () => bytesToHex(hash.clone().digest()),
  };
}
