/** Events of the user's own profile. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { defineForm } from "../kernel/form.ts";
import { Personal } from "../kernel/redaction.ts";

export const profileForm = defineForm(
  "profile/form",
  Type.Object({
    givenName: Personal(Text),
    familyName: Personal(Text),
    email: Personal(Text),
    phoneNumber: Personal(Text),
    phoneExtension: Personal(Text),
    jobTitle: Text,
  }),
);
