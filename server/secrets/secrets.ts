/** Encrypts values with AES-256-GCM, so that a copy of the database does not reveal them. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const VERSION = 1;
const IV_LENGTH = 12;
const TAG_LENGTH = 16;
const HEAD_LENGTH = 1 + IV_LENGTH + TAG_LENGTH;

export interface Secrets {
  /** @param context the value's owner, such as "totp" and a user's id. Another context cannot decrypt it. */
  encrypt(value: Buffer, context: string): Buffer;
  /** @throws SecretUnreadableError for another key, another context or a changed value. */
  decrypt(sealed: Buffer, context: string): Buffer;
  /** @returns 32 bytes for that purpose only. They reveal neither the key nor what is derived for another purpose. */
  derive(purpose: string): Buffer;
  /** A fingerprint of the key, which does not reveal it. */
  readonly fingerprint: string;
}

/** A value that was encrypted with another key or changed. */
export class SecretUnreadableError extends Error {
  override readonly name = "SecretUnreadableError";
}

/** @param key 32 random bytes. */
export function createSecrets(key: Buffer): Secrets {
  const encryption = Buffer.from(hkdfSync("sha256", key, "", "encryption", 32));
  return {
    derive: (purpose) => Buffer.from(hkdfSync("sha256", key, "", `derived:${purpose}`, 32)),
    fingerprint: createHmac("sha256", key).update("fingerprint").digest("base64url"),
    encrypt: (value, context) => {
      const iv = randomBytes(IV_LENGTH);
      const cipher = createCipheriv("aes-256-gcm", encryption, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(value), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), text]);
    },
    decrypt: (sealed, context) => {
      try {
        if (sealed.length < HEAD_LENGTH || sealed[0] !== VERSION) throw new Error("Not encrypted");
        const iv = sealed.subarray(1, 1 + IV_LENGTH);
        const cipher = createDecipheriv("aes-256-gcm", encryption, iv, {
          authTagLength: TAG_LENGTH,
        })
          .setAAD(Buffer.from(context))
          .setAuthTag(sealed.subarray(1 + IV_LENGTH, HEAD_LENGTH));
        return Buffer.concat([cipher.update(sealed.subarray(HEAD_LENGTH)), cipher.final()]);
      } catch (cause) {
        throw new SecretUnreadableError("A secret cannot be decrypted", { cause });
      }
    },
  };
}
