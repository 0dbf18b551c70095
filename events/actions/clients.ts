/** What people change of their client. */
import { Type } from "typebox";
import { SignInRules, UsernameFormatId } from "../entities/client.ts";
import { Text } from "../entities/common.ts";
import { defineForm } from "../kernel/form.ts";

/** Texts that are null stand as empty. */
export const profileForm = defineForm(
  "clients/profileForm",
  Type.Object({
    name: Text,
    url: Text,
    coreProcessor: Text,
    address: Text,
    address2: Text,
    city: Text,
    state: Text,
    zip: Text,
  }),
);

/** `none`: usernames are typed. */
export const usernameFormatForm = defineForm(
  "clients/usernameFormatForm",
  Type.Object({
    usernameFormatId: Type.Union([Type.Literal("none"), UsernameFormatId]),
    usernameFormatCustom: Text,
  }),
);

/** What the client demands of those who sign in. */
export const signInRulesForm = defineForm("clients/signInRules", SignInRules);
