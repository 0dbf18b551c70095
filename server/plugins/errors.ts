/** Errors as the API answers them: one shape for everything that can go wrong. */
import { ERROR_CODES, type ErrorBody, type ErrorCode } from "#events/entities/error.ts";
import { errorCode, isTooSlow, isUnreachable, translateDatabaseError } from "../db/errors.ts";

export type FieldError = NonNullable<ErrorBody["fields"]>[number];

/** A failure that the caller is told about: thrown anywhere below a call, answered as {@link ErrorBody}. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ErrorCode;
  readonly statusCode: number;
  readonly fields: readonly FieldError[] | undefined;

  constructor(code: ErrorCode, message: string, fields?: readonly FieldError[]) {
    super(message);
    this.code = code;
    this.statusCode = ERROR_CODES[code];
    this.fields = fields;
  }

  get body(): ErrorBody {
    return {
      code: this.code,
      message: this.message,
      ...(this.fields ? { fields: [...this.fields] } : {}),
    };
  }
}

export function notFound(what: string): ApiError {
  return new ApiError("ENOTFOUND", `${what} not found`);
}

/** Whoever asks lacks what the call needs. */
export function notPermitted(): ApiError {
  return new ApiError("EFORBIDDEN", "You are not permitted to do this");
}

/** A request whose form is right and whose content is not. `path` is a JSON pointer such as `/query/sort`. */
export function invalid(path: string, message: string): ApiError {
  return new ApiError("EINVALID", "The request is invalid", [{ path, message }]);
}

/** @param problems by field of the body; those of null or undefined are none. */
export function invalidFields(
  problems: Readonly<Record<string, string | null | undefined>>,
): ApiError {
  const fields = Object.entries(problems).flatMap(([field, message]) =>
    message ? [{ path: `/body/${field}`, message }] : [],
  );
  return new ApiError("EINVALID", "The request is invalid", fields);
}

export function badCharacter(): ApiError {
  return new ApiError("EINVALID", "The request holds a character that no text may have");
}

const TOO_LARGE = { code: "ETOOLARGE", message: "The body is too large" } as const;

export function tooLarge(): ApiError {
  return new ApiError(TOO_LARGE.code, TOO_LARGE.message);
}

/** Fastify's own errors by their code; what is not listed and bears a status of 4xx is an invalid request. */
const FASTIFY_ERRORS: Readonly<Record<string, { code: ErrorCode; message: string }>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: "EMEDIATYPE",
    message: "The body must be JSON (content-type: application/json)",
  },
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: "EINVALID",
    message: "The body has another length than the content-length header says",
  },
  FST_ERR_BAD_URL: { code: "EINVALID", message: "The address is malformed" },
  FST_ERR_MAX_PARAM_LENGTH: { code: "ENOTFOUND", message: "Not found" },
};

/** A character that text of the database cannot hold: NUL. */
const BAD_CHARACTER = "22021";

/** What the caller is told about any error; an unexpected one says nothing about its cause. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const error = translateDatabaseError(thrown);
  const code = errorCode(error);
  const known = FASTIFY_ERRORS[code];
  if (known) return new ApiError(known.code, known.message);
  if (code === BAD_CHARACTER) {
    return badCharacter();
  }
  if (code === "EDISKFULL") {
    return new ApiError("EDISKFULL", "The server's disk is full; nothing was changed");
  }
  if (isTooSlow(error)) {
    return new ApiError(
      "EUNAVAILABLE",
      "The database is busy with long work, such as an import; nothing was changed, try again later",
    );
  }
  if (isUnreachable(error)) {
    return new ApiError("EUNAVAILABLE", "The database cannot be reached; try again later");
  }
  const status = statusOf(error);
  if (status >= 400 && status < 500) {
    return new ApiError("EINVALID", message(error) ?? "The request is invalid");
  }
  return new ApiError("EINTERNAL", "Something went wrong on the server");
}

function message(error: unknown): string | null {
  return error instanceof Error ? error.message : null;
}

function statusOf(error: unknown): number {
  return error instanceof Error && "statusCode" in error && typeof error.statusCode === "number"
    ? error.statusCode
    : 500;
}
