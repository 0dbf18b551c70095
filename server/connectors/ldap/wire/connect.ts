/** Connects, encrypts and signs in, in the steps that a test names. */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls, createSecureContext } from "node:tls";
import { BindRequest, ExtendedRequest } from "ldapts";
import type { Remedy, TestStep } from "#events/entities/connector.ts";
import { ConnectorError, type ConnectorEnvironment } from "../../contract.ts";
import type { LdapSettings } from "../settings.ts";
import { SUCCESS } from "./resultCodes.ts";
import { createSession, type Session } from "./session.ts";

const START_TLS = "1.3.6.1.4.1.1466.20037";

/**
 * @param passed is called after each step.
 * @throws ConnectorError with the step that failed.
 */
export async function openSession(
  settings: LdapSettings,
  environment: ConnectorEnvironment,
  passed: (step: TestStep) => void = () => {},
): Promise<Session> {
  const { host, port, security, bindDn, password } = settings;
  const { signal, answerTime } = environment;
  // RFC 4513: a name without a password signs in nobody, successfully.
  if (bindDn !== "" && password === "") {
    throw new ConnectorError("credentialsRefused", "signIn", "A bind DN needs a password");
  }
  const { address, family } = await environment.resolveHost(host, port);
  passed("resolve");

  const waiting = { signal, answerTime };
  const socket = await opened(
    connectTcp({ host: address, port, family, keepAlive: true, noDelay: true }),
    { event: "connect", step: "connect", remedyOf: remedyOfConnecting, ...waiting },
  );
  passed("connect");

  const options = { signal, answerTime, secrets: [password] };
  let session: Session;
  if (security === "NONE") session = createSession(socket, options);
  else {
    const plain = security === "STARTTLS" ? await startTls(createSession(socket, options)) : socket;
    session = createSession(await encrypted(plain, settings, waiting), options);
    passed("secure");
  }

  try {
    const bind = await session.request(
      (messageId) => new BindRequest({ messageId, dn: bindDn, password }),
      "signIn",
    );
    if (bind.code !== SUCCESS) {
      throw session.refusal(bind, "signIn", { 32: "credentialsRefused", 34: "credentialsRefused" });
    }
  } catch (error) {
    session.close();
    throw error;
  }
  passed("signIn");
  return session;
}

async function startTls(session: Session): Promise<Socket> {
  try {
    const result = await session.request(
      (messageId) => new ExtendedRequest({ messageId, oid: START_TLS }),
      "secure",
    );
    if (result.code !== SUCCESS) throw session.refusal(result, "secure");
    return session.release("secure");
  } catch (error) {
    session.close();
    throw error;
  }
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly answerTime: number;
}

function encrypted(
  socket: Socket,
  { host, caCertificate }: LdapSettings,
  waiting: Waiting,
): Promise<Socket> {
  try {
    const secured = connectTls({
      socket,
      // The name of a host that is an address is not sent, but the certificate must contain it.
      servername: isIP(host) === 0 ? host : "",
      rejectUnauthorized: true,
      checkServerIdentity: (_name, certificate) => checkServerIdentity(host, certificate),
      ...(caCertificate !== "" && { secureContext: createSecureContext({ ca: caCertificate }) }),
    });
    return opened(secured, {
      event: "secureConnect",
      step: "secure",
      remedyOf: remedyOfSecuring,
      ...waiting,
    });
  } catch (cause) {
    socket.destroy();
    throw new ConnectorError("certificateRefused", "secure", messageOf(cause), { cause });
  }
}

interface Opening extends Waiting {
  readonly event: "connect" | "secureConnect";
  readonly step: TestStep;
  readonly remedyOf: (code: string) => Remedy;
}

/** Waits until the socket is open. */
async function opened(
  socket: Socket,
  { event, step, remedyOf, signal, answerTime }: Opening,
): Promise<Socket> {
  const ended = new AbortController();
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (remedy: Remedy, detail: string, cause?: Error) =>
        reject(new ConnectorError(remedy, step, detail, { cause }));
      const cancel = () => fail("timedOut", "The operation was cancelled or took too long");
      const late = () => fail("timedOut", `No answer within ${answerTime} ms`);
      const refused = (cause: NodeJS.ErrnoException) =>
        fail(remedyOf(cause.code ?? ""), cause.message, cause);
      const closed = () => fail("systemFailed", "The server closed the connection");
      const timer = setTimeout(late, answerTime);
      signal.addEventListener("abort", cancel);
      socket.on(event, resolve).on("error", refused).on("close", closed);
      ended.signal.addEventListener("abort", () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        socket.off(event, resolve).off("error", refused).off("close", closed);
      });
      if (signal.aborted) cancel();
    });
    return socket;
  } catch (error) {
    socket.on("error", () => {});
    socket.destroy();
    throw error;
  } finally {
    ended.abort();
  }
}

function remedyOfConnecting(code: string): Remedy {
  return code === "ETIMEDOUT" ? "timedOut" : "connectionRefused";
}

/** Codes of a certificate that Node refuses; others come from a server that does not speak TLS. */
const CERTIFICATE_CODE = /CERT|SIGNATURE|ISSUER|CRL|PURPOSE|PATH_LENGTH|CA$/;

function remedyOfSecuring(code: string): Remedy {
  return CERTIFICATE_CODE.test(code) ? "certificateRefused" : "systemFailed";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
