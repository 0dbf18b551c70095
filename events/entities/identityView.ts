/** A named query of the list of identities that a user saved. */
import { Type, type Static } from "typebox";
import { Address, Typed } from "../kernel/redaction.ts";
import { Text, Uuid } from "./common.ts";

/** Maximum views of one user. */
export const MAX_IDENTITY_VIEWS = 50;

const content = {
  name: Typed(Text),
  /** The query of the list's address; empty for the whole list. */
  query: Address(Type.String({ pattern: "^(\\?[^#\\s]*)?$", maxLength: 2000 })),
};
export const NewIdentityView = Type.Object(content);
export const IdentityView = Type.Object({ id: Uuid, ...content });
export type IdentityView = Static<typeof IdentityView>;
