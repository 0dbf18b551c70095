/** Codes of authenticator apps by RFC 6238: six digits of HMAC-SHA-1, a new code every 30 seconds. */
import { Secret, TOTP } from "otpauth";

const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Accepts codes this many steps before and after the current one, because clocks differ. */
const WINDOW = 1;

export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

function totpOf(secret: Buffer, label: string): TOTP {
  const bytes = Uint8Array.from(secret);
  return new TOTP({
    issuer: "Provision",
    label,
    algorithm: "SHA1",
    digits: 6,
    period: PERIOD_SECONDS,
    secret: new Secret({ buffer: bytes.buffer }),
  });
}

/** The app's input: by QR code or typed. */
export function describeTotp(
  secret: Buffer,
  username: string,
): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, username);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** @returns the time step of the code, in 30 seconds since 1970; null for a wrong code. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const delta = totpOf(secret, "").validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
