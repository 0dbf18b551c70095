export {
  $appInfo,
  $client,
  $clientId,
  $securityFlag,
  $session,
  $tokenCame,
  $user,
  authenticateCall,
  closeSecurityFlag,
  currentUserCall,
  fetchCurrentUser,
  loginCall,
  signInSucceeded,
  signOut,
  signOutRequest,
  withClient,
  type Session,
} from "./model.ts";
export { $heldClient, chooseClient, recallClient } from "./clients.ts";
export { isToldByScreen, loginPath } from "./rules.ts";
export { restorePage } from "./tabs.ts";
