export { ConfirmPassword } from "./ConfirmPassword.tsx";
export { Factors } from "./Factors.tsx";
