export { $appInfo } from "./appInfo.ts";
export {
  $client,
  $clientId,
  $mapsAllRoles,
  $seesPeople,
  $securityFlag,
  $session,
  $tokenCame,
  $user,
  authenticateCall,
  closeSecurityFlag,
  currentUserCall,
  fetchCurrentUser,
  loginCall,
  publicInfoCall,
  signInSucceeded,
  signOut,
  signOutRequest,
  verifyCodeCall,
  verifyPasskeyCall,
  withClient,
  type Session,
} from "./model.ts";
export { $endsAt, sessionReplaced } from "./expiry.ts";
export { $heldClient, chooseClient, recallClient } from "./clients.ts";
export { createPlace } from "./place.ts";
export { loginPath } from "./rules.ts";
export { restorePage } from "./tabs.ts";
export { $secondStep } from "./secondStep.ts";
