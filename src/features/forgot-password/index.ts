export { forgotPasswordRoute, toForgotPassword } from "./route.ts";
