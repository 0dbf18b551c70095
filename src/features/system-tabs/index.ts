export { SystemTabs } from "./SystemTabs.tsx";
