export { EntitlementLink } from "./EntitlementLink.tsx";
export { HoldersButton } from "./HoldersButton.tsx";
export { HoldersDialog } from "./HoldersDialog.tsx";
export { $isOpen as $showsHolders, openHolders } from "./model.ts";
export { toEntitlement } from "./route.ts";
