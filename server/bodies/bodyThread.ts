/** The thread that reads large bodies one at a time. */
import { serve } from "../threads/serve.ts";
import { readBody } from "./readBody.ts";

export type BodyMethods = { read: typeof readBody };

serve({ read: readBody } satisfies BodyMethods);
