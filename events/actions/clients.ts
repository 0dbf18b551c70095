/** Events that change the client. */
import { Type } from "typebox";
import { ApprovalRules, ClientLimits, SignInRules, UsernameFormatId } from "../entities/client.ts";
import { Text } from "../entities/common.ts";
import { defineForm } from "../kernel/form.ts";

/** Null texts are shown as empty. */
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

/** `none`: administrators type usernames. */
export const usernameFormatForm = defineForm(
  "clients/usernameFormatForm",
  Type.Object({
    usernameFormatId: Type.Union([Type.Literal("none"), UsernameFormatId]),
    usernameFormatCustom: Text,
  }),
);

/** Requirements that the client sets for signing in. */
export const signInRulesForm = defineForm("clients/signInRules", SignInRules);

/** Requirements that the client sets for approving previews of provisioning. */
export const approvalRulesForm = defineForm("clients/approvalRules", ApprovalRules);

/** How many systems of each kind the client may have. */
export const limitsForm = defineForm("clients/limits", ClientLimits);
