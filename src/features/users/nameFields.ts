import type { FormField } from "../../ui/form-panel/types.ts";
import type { UserMessages } from "./messages.ts";

/** The username and the names of a person. */
export const nameFields = ({ fields }: UserMessages): readonly FormField[] => [
  { name: "username", kind: "text", label: fields.username, required: true },
  { name: "givenName", kind: "text", label: fields.givenName, required: true, half: true },
  { name: "familyName", kind: "text", label: fields.familyName, required: true, half: true },
];
