import "./expiryWarning.ts";

export { KeepAlive } from "./KeepAlive.tsx";
