export { scimConnector } from "./connector.ts";
