/** Events of requesting support. */
import { Type } from "typebox";
import { Text } from "../entities/common.ts";
import { LogChoice } from "../entities/supportLog.ts";
import { NewSupportRequest } from "../entities/supportRequest.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";

export const requestForm = defineForm(
  "requestSupport/form",
  Type.Object({ ...NewSupportRequest.properties, ...LogChoice.properties }),
);

/** `open` is the id of the request that is shown in full. */
export const requestList = defineList(
  "requestSupport/list",
  Type.Object({ open: Type.Unsafe<string>({ ...Text, default: "" }) }),
);
