import { routeAddress } from "../../kernel/route.ts";

export const activationRoute = routeAddress("activation", "/activate");
