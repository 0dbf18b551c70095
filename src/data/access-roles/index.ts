export { accessPolicyRolesCall } from "./model.ts";
