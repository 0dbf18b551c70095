/** Rules of e-mail addresses, checked in a fixed order. The first problem is reported. */
import type { Message } from "../kernel/message.ts";
import { message } from "../messages/message.ts";
import { isTopLevelDomain } from "./topLevelDomains.ts";
import { checkAscii } from "./validation.ts";

const LOCAL_MAX_LENGTH = 64;
const DOMAIN_MAX_LENGTH = 63;

const FORBIDDEN = /[()[\],:;<>]/;
/** Atoms joined by single dots. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const DOMAIN_LABEL = /^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i;

/** @returns the problem of a required e-mail address, or null. */
export function checkEmail(value: string): Message | null {
  if (value.trim() === "") return message("email.required");
  const notAscii = checkAscii(value);
  if (notAscii) return notAscii;
  if (FORBIDDEN.test(value)) return message("email.forbiddenCharacter");
  const [local = "", domain = "", ...more] = value.split("@");
  if (!value.includes("@") || more.length > 0) return message("email.at");
  const labels = domain.split(".");
  if (labels.length < 2 || !isTopLevelDomain(labels.at(-1) ?? "")) return message("email.domain");
  if (!LOCAL.test(local) || !labels.every((label) => DOMAIN_LABEL.test(label))) {
    return message("email.shape");
  }
  if (local.length > LOCAL_MAX_LENGTH) return message("email.localTooLong");
  return domain.length > DOMAIN_MAX_LENGTH ? message("email.domainTooLong") : null;
}
