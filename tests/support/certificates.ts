/** A certificate authority and a certificate of loopback that it issued, made for one test run. */
import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { BerWriter } from "ldapts";

export interface Certificates {
  /** PEM. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const BIT_STRING = 0x03;
const OCTETS = 0x04;
const UTF8 = 0x0c;
const TIME = 0x18;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
const BASIC_CONSTRAINTS = "2.5.29.19";
const ALTERNATIVE_NAME = "2.5.29.17";
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

/** @param names host names and IPv4 addresses. */
export function makeCertificates(names: readonly string[]): Certificates {
  const authority = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const server = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const issuer = { name: "Test authority", key: authority.privateKey };
  const isAuthority = der((writer) => writer.writeBoolean(true));
  const alternatives = der((writer) => {
    for (const name of names) {
      const isAddress = /^[\d.]+$/.test(name);
      if (isAddress) writer.writeBuffer(Buffer.from(name.split(".").map(Number)), IP_ADDRESS);
      else writer.writeString(name, DNS_NAME);
    }
  });
  return {
    authority: certify(1, issuer, issuer.name, authority.publicKey, [
      BASIC_CONSTRAINTS,
      isAuthority,
    ]),
    certificate: certify(2, issuer, "Test server", server.publicKey, [
      ALTERNATIVE_NAME,
      alternatives,
    ]),
    key: server.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function der(write: (writer: BerWriter) => void, tag = SEQUENCE): Buffer {
  const writer = new BerWriter();
  writer.startSequence(tag);
  write(writer);
  writer.endSequence();
  return writer.buffer;
}

/** Adds encoded elements. */
function append(writer: BerWriter, ...elements: readonly Buffer[]): void {
  for (const byte of Buffer.concat(elements)) writer.writeByte(byte);
}

function nameOf(commonName: string): Buffer {
  const pair = der((writer) => {
    writer.writeOID(COMMON_NAME);
    writer.writeString(commonName, UTF8);
  });
  return der((writer) =>
    append(
      writer,
      der((set) => append(set, pair), SET),
    ),
  );
}

function certify(
  serial: number,
  issuer: { readonly name: string; readonly key: KeyObject },
  subject: string,
  publicKey: KeyObject,
  [extension, value]: readonly [string, Buffer],
): string {
  const algorithm = der((writer) => writer.writeOID(ECDSA_WITH_SHA256));
  const validity = der((writer) => {
    writer.writeString("20200101000000Z", TIME);
    writer.writeString("20990101000000Z", TIME);
  });
  const extensions = der((list) =>
    append(
      list,
      der((writer) => {
        writer.writeOID(extension);
        writer.writeBuffer(value, OCTETS);
      }),
    ),
  );
  const body = der((writer) => {
    append(
      writer,
      der((version) => version.writeInt(2), VERSION),
    );
    writer.writeInt(serial);
    append(writer, algorithm, nameOf(issuer.name), validity, nameOf(subject));
    append(writer, publicKey.export({ type: "spki", format: "der" }));
    append(
      writer,
      der((list) => append(list, extensions), EXTENSIONS),
    );
  });
  const signature = sign("sha256", body, issuer.key);
  const certificate = der((writer) => {
    append(writer, body, algorithm);
    writer.writeBuffer(Buffer.concat([Buffer.of(0), signature]), BIT_STRING);
  });
  const lines = certificate.toString("base64").replaceAll(/.{64}/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
