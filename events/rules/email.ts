/** What an e-mail address must look like, checked in a fixed order: the first problem is told. */
import { isTopLevelDomain } from "./topLevelDomains.ts";
import { checkAscii } from "./validation.ts";

const LOCAL_MAX_LENGTH = 64;
const DOMAIN_MAX_LENGTH = 63;

const FORBIDDEN = /[()[\],:;<>]/;
/** Atoms joined by single dots. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

export const EMAIL_MESSAGES = {
  required: "Email address is required",
  forbidden: "A forbidden character (),:;<>@[] was found",
  at: "An email address must contain a single @",
  domain: "The domain portion, after the @, of the email address is invalid",
  shape: "Please check the formatting of your email address",
  localLength: "The username portion, before the @, of the email address is too long",
  domainLength: "The domain portion, after the @, of the email address is too long",
} as const;

/** @returns what is wrong with a required e-mail address; null where nothing is. */
export function checkEmail(value: string): string | null {
  if (value.trim() === "") return EMAIL_MESSAGES.required;
  const notAscii = checkAscii(value);
  if (notAscii) return notAscii;
  if (FORBIDDEN.test(value)) return EMAIL_MESSAGES.forbidden;
  const [local = "", domain = "", ...more] = value.split("@");
  if (!value.includes("@") || more.length > 0) return EMAIL_MESSAGES.at;
  const labels = domain.split(".");
  if (labels.length < 2 || !isTopLevelDomain(labels.at(-1) ?? "")) return EMAIL_MESSAGES.domain;
  if (!LOCAL.test(local) || !labels.every((label) => DOMAIN_LABEL.test(label))) {
    return EMAIL_MESSAGES.shape;
  }
  if (local.length > LOCAL_MAX_LENGTH) return EMAIL_MESSAGES.localLength;
  return domain.length > DOMAIN_MAX_LENGTH ? EMAIL_MESSAGES.domainLength : null;
}
