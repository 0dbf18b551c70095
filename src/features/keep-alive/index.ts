import "./ending.ts";

export { KeepAlive } from "./KeepAlive.tsx";
