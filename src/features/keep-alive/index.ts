export { KeepAlive } from "./KeepAlive.tsx";
