/** The answer of every failed call, and its possible codes. */
import { Type, type Static } from "typebox";
import { MessageSchema } from "../kernel/message.ts";

export const ERROR_CODES = {
  EBADSESSION: 401,
  EBADCREDENTIALS: 401,
  EBADTOKEN: 400,
  EBADCSRFTOKEN: 403,
  EFORBIDDEN: 403,
  /** The call needs a sign-in or a password confirmation within the last five minutes. */
  ENOTCONFIRMED: 403,
  ENOTFOUND: 404,
  ECONFLICT: 409,
  EINVALID: 400,
  EMETHOD: 405,
  ETOOLARGE: 413,
  EMEDIATYPE: 415,
  ETOOMANYREQUESTS: 429,
  EMININGFAILED: 500,
  EINTERNAL: 500,
  EDISKFULL: 507,
  EUNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** `message` is English; `detail` is its structured form for programs that translate it. */
const Told = { message: Type.String(), detail: MessageSchema };

export const ErrorBody = Type.Object({
  code: Type.String(),
  ...Told,
  /** Of calls that promise it: the most specific reason, in English. */
  errors: Type.Optional(Type.String()),
  /** The invalid fields of the request, as JSON pointers that start with /params, /query or /body. */
  fields: Type.Optional(Type.Array(Type.Object({ path: Type.String(), ...Told }))),
});
export type ErrorBody = Static<typeof ErrorBody>;
