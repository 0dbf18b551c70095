import { createCatalogue } from "../../ui/language/catalogue.ts";
import { formatsOf } from "../../ui/language/formats.ts";

const { count, counted } = formatsOf("en");
const roleCount = (roles: number) => counted(roles, { one: "access role", other: "access roles" });

const english = {
  size: (entitlements: number, roles: number) =>
    roles === 0
      ? count(entitlements)
      : entitlements === 0
        ? roleCount(roles)
        : `${count(entitlements)} + ${roleCount(roles)}`,
};

export type PolicySizeMessages = typeof english;
export const policySizeMessages = createCatalogue(english, {
  de: async () => (await import("./messages.de.ts")).german,
});
