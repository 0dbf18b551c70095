export { sqlConnector } from "./connector.ts";
