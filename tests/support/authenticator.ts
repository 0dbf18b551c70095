/** A software passkey: it answers a server's options as WebAuthn defines it. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const HAS_CREDENTIAL = 0x40;
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
}

export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  readonly #origin: string;
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  register({ challenge, rp }: Options) {
    const data = this.#authenticatorData(
      rp?.id ?? "",
      USER_PRESENT | HAS_CREDENTIAL,
      this.#credential(),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(data.length);
    // {"fmt": "none", "attStmt": {}, "authData": bytes} in CBOR.
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from("fmt"),
      Buffer.from([0x64]),
      Buffer.from("none"),
      Buffer.from([0x67]),
      Buffer.from("attStmt"),
      Buffer.from([0xa0, 0x68]),
      Buffer.from("authData"),
      Buffer.from([0x59]),
      length,
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData("webauthn.create", challenge).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  authenticate({ challenge, rpId = "" }: Options) {
    this.counter += 1;
    const data = this.#authenticatorData(rpId, USER_PRESENT, Buffer.alloc(0));
    const clientData = this.#clientData("webauthn.get", challenge);
    const signed = Buffer.concat([data, sha256(clientData)]);
    return this.#answer({
      clientDataJSON: clientData.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    });
  }

  #answer(response: object) {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin }));
  }

  #authenticatorData(rpId: string, flags: number, rest: Buffer): Buffer {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(this.counter, 1);
    return Buffer.concat([sha256(rpId), head, rest]);
  }

  /** The id and the public key, in COSE format. */
  #credential(): Buffer {
    const { x = "", y = "" } = this.#keys.publicKey.export({ format: "jwk" });
    const [px, py] = [x, y].map((part) => Buffer.from(part, "base64url"));
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      px ?? Buffer.alloc(0),
      Buffer.from([0x22, 0x58, 0x20]),
      py ?? Buffer.alloc(0),
    ]);
  }
}
