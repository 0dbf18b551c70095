/** What people want to know of their client, and change of it. */
import { Type } from "typebox";
import { ClientProfile, UsernameFormatId } from "../entities/client.ts";
import { Nullable, Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** The owners of the client are fetched. */
export const ownersWanted = defineEvent("clients/ownersWanted", 1, Type.Object({}));
/** Who manages what is fetched. */
export const managersWanted = defineEvent("clients/managersWanted", 1, Type.Object({}));
export const secureAgentWanted = defineEvent("clients/secureAgentWanted", 1, Type.Object({}));

const ProfileField = Type.KeyOf(ClientProfile);
const Problems = Type.Array(Type.Object({ field: Type.String(), message: Type.String() }));

/** The form of the client's profile opens or closes; what was typed outlives closing. */
export const profileToggled = defineEvent(
  "clients/profileToggled",
  1,
  Type.Object({ open: Type.Boolean() }),
);
export const profileTyped = defineEvent(
  "clients/profileTyped",
  1,
  Type.Object({ field: ProfileField, value: Text }),
);
export const profileSubmitted = defineEvent("clients/profileSubmitted", 1, Type.Object({}));
/** The form was not sent: what is wrong, by field. */
export const profileRefused = defineEvent(
  "clients/profileRefused",
  1,
  Type.Object({ problems: Problems }),
);

export const usernameFormatChosen = defineEvent(
  "clients/usernameFormatChosen",
  1,
  Type.Object({ usernameFormatId: Nullable(UsernameFormatId) }),
);
/** The text of the client's own format changed. */
export const usernameFormatTyped = defineEvent(
  "clients/usernameFormatTyped",
  1,
  Type.Object({ usernameFormatCustom: Text }),
);
export const usernameFormatSubmitted = defineEvent(
  "clients/usernameFormatSubmitted",
  1,
  Type.Object({}),
);
export const usernameFormatRefused = defineEvent(
  "clients/usernameFormatRefused",
  1,
  Type.Object({ problems: Problems }),
);
