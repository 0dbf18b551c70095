/** Values of account attributes that the system stored differently from what Provision sent, such as a text that it cut. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";
import { Count, Text, Uuid } from "./common.ts";

export const ReplacedValue = Type.Object({
  /** The account's name. */
  account: Personal(Type.String()),
  attribute: Type.String(),
  sent: Personal(Type.Array(Type.String())),
  stored: Personal(Type.Array(Type.String())),
});
export type ReplacedValue = Static<typeof ReplacedValue>;

/** The replaced values of a system. */
export const ReplacedValues = Type.Object({
  /** The number of accounts with replaced values. */
  accounts: Count,
  /** The replaced values of the first accounts. */
  first: Type.Array(ReplacedValue),
});
export type ReplacedValues = Static<typeof ReplacedValues>;

export const PersonReplacedValue = Type.Object({
  resourceId: Uuid,
  resourceName: Text,
  ...ReplacedValue.properties,
});
export type PersonReplacedValue = Static<typeof PersonReplacedValue>;
