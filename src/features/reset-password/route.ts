import { routeAddress } from "../../kernel/route.ts";

export const resetPasswordRoute = routeAddress("resetPassword", "/reset-password");
