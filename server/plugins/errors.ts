/** API errors: one shape for every failure. */
import { ERROR_CODES, type ErrorBody, type ErrorCode } from "#events/entities/error.ts";
import { renderMessage, type Message } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import { message, type PlainMessageCode } from "#events/messages/message.ts";
import { errorCode, isTooSlow, isUnreachable, translateDatabaseError } from "../db/errors.ts";

export interface FieldError {
  /** A JSON pointer such as `/query/sort`. */
  readonly path: string;
  readonly reason: Message;
}

/** A failure reported to the caller: thrown anywhere in a call, answered as {@link ErrorBody}. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly reason: Message;
  readonly fields: readonly FieldError[] | undefined;
  /** The most specific reason as an English text, for calls that promise one. */
  readonly errors: string | undefined;

  constructor(
    code: ErrorCode,
    reason: Message,
    fields?: readonly FieldError[],
    options: { readonly errors?: string } = {},
  ) {
    super(renderMessage(ENGLISH, reason));
    this.code = code;
    this.statusCode = ERROR_CODES[code];
    this.reason = reason;
    this.fields = fields;
    this.errors = options.errors;
  }

  get body(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      detail: this.reason,
      ...(this.errors !== undefined && { errors: this.errors }),
      ...(this.fields && {
        fields: this.fields.map(({ path, reason }) => ({
          path,
          message: renderMessage(ENGLISH, reason),
          detail: reason,
        })),
      }),
    };
  }
}

/** Adds `errors` to the failures of a task: the reason of the first invalid field, or that of the call. */
export async function tellingErrors<Result>(task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown;
    const { code, fields } = thrown;
    const reason = fields?.[0]?.reason ?? thrown.reason;
    throw new ApiError(code, reason, fields, { errors: renderMessage(ENGLISH, reason) });
  }
}

export function notFound(code: Extract<PlainMessageCode, `${string}otFound`>): ApiError {
  return new ApiError("ENOTFOUND", message(code));
}

/** The state of the thing does not allow the call. */
export function conflict(code: PlainMessageCode): ApiError {
  return new ApiError("ECONFLICT", message(code));
}

/** The user lacks a requirement of the call. */
export function notPermitted(): ApiError {
  return new ApiError("EFORBIDDEN", message("requests.notPermitted"));
}

/** A well-formed request with invalid content. */
export function invalid(path: string, reason: Message): ApiError {
  return invalidRequest([{ path, reason }]);
}

/** @param problems by field of the body; null and undefined mean no problem. */
export function invalidFields(
  problems: Readonly<Record<string, Message | null | undefined>>,
): ApiError {
  const fields = Object.entries(problems).flatMap(([field, reason]) =>
    reason ? [{ path: `/body/${field}`, reason }] : [],
  );
  return invalidRequest(fields);
}

export function invalidRequest(fields: readonly FieldError[]): ApiError {
  return new ApiError("EINVALID", message("requests.invalid"), fields);
}

export function badCharacter(): ApiError {
  return new ApiError("EINVALID", message("requests.badCharacter"));
}

const TOO_LARGE = { code: "ETOOLARGE", reason: "requests.tooLarge" } as const;

export function tooLarge(): ApiError {
  return new ApiError(TOO_LARGE.code, message(TOO_LARGE.reason));
}

/** Fastify's errors by code. An unlisted one with a 4xx status is an invalid request. */
const FASTIFY_ERRORS: Readonly<
  Record<string, { readonly code: ErrorCode; readonly reason: PlainMessageCode }>
> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "EMEDIATYPE",
    reason: "requests.notJson",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "EINVALID",
    reason: "requests.badLength",
  },
  FST_ERR_BAD_URL: { code: "EINVALID", reason: "requests.badAddress" },
  FST_ERR_MAX_PARAM_LENGTH: { code: "ENOTFOUND", reason: "requests.noSuchAddress" },
};

/** NUL, which database text cannot contain. */
const BAD_CHARACTER = "22021";

/** The reported form of any error, without the cause of an unexpected one. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const error = translateDatabaseError(thrown);
  const code = errorCode(error);
  const known = FASTIFY_ERRORS[code];
  if (known) return new ApiError(known.code, message(known.reason));
  if (code === BAD_CHARACTER) {
    return badCharacter();
  }
  if (code === "EDISKFULL") {
    return new ApiError("EDISKFULL", message("server.diskFull"));
  }
  if (isTooSlow(error)) {
    return new ApiError("EUNAVAILABLE", message("server.databaseBusy"));
  }
  if (isUnreachable(error)) {
    return new ApiError("EUNAVAILABLE", message("server.databaseUnreachable"));
  }
  const status = statusOf(error);
  if (status >= 400 && status < 500) {
    return new ApiError("EINVALID", reasonOf(error));
  }
  return new ApiError("EINTERNAL", message("server.failed"));
}

/** Fastify's English message about a request. */
function reasonOf(error: unknown): Message {
  return error instanceof Error && error.message !== ""
    ? message("common.text", { text: error.message })
    : message("requests.invalid");
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
