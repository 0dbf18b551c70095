/** JSON Patch (RFC 6902) of a user or a client. */
import { Type, type Static } from "typebox";
import { Personal } from "../kernel/redaction.ts";

const PatchValue = Personal(
  Type.Union([
    Type.String({ maxLength: 1024 }),
    Type.Boolean(),
    Type.Integer(),
    Type.Null(),
    Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000 }),
  ]),
);
const Pointer = Type.String({ maxLength: 128, pattern: "^(?:/.*)?$" });
const Operation = Type.Union([
  Type.Literal("add"),
  Type.Literal("remove"),
  Type.Literal("replace"),
  Type.Literal("move"),
  Type.Literal("copy"),
  Type.Literal("test"),
]);
/** Steps of a change. */
export const JsonPatch = Type.Array(
  Type.Object({
    op: Operation,
    path: Pointer,
    from: Type.Optional(Pointer),
    value: Type.Optional(PatchValue),
  }),
  { maxItems: 100 },
);
export type JsonPatch = Static<typeof JsonPatch>;
