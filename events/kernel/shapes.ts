/**
 * Schemas that TypeBox can build only with its type engine, which the sign-in page would have to load: `Type.Record`
 * and `Type.Partial`.
 */
import { Type, type Static, type TObject, type TProperties, type TSchema } from "typebox";

/** An object with any fields of one shape. */
export function MapOf<Value extends TSchema>(value: Value) {
  return Type.Unsafe<Record<string, Static<Value>>>({
    type: "object",
    patternProperties: { "^.*$": value },
  });
}

/** The object with any of its fields left out. */
export function PartialOf<Fields extends TProperties>({ properties }: TObject<Fields>) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, Type.Optional(schema)] as const,
  );
  return Type.Unsafe<Partial<Static<TObject<Fields>>>>(Type.Object(Object.fromEntries(fields)));
}
