import { routeAddress } from "../../kernel/route.ts";

export const importRoute = routeAddress("import", "/import");
