import { formatsOf } from "../../ui/language/formats.ts";
import type { PolicySizeMessages } from "./messages.ts";

const { count, counted } = formatsOf("de");
const roleCount = (roles: number) =>
  counted(roles, { one: "Zugriffsrolle", other: "Zugriffsrollen" });

export const german: PolicySizeMessages = {
  size: (entitlements, roles) =>
    roles === 0
      ? count(entitlements)
      : entitlements === 0
        ? roleCount(roles)
        : `${count(entitlements)} + ${roleCount(roles)}`,
};
