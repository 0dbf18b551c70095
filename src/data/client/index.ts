export {
  $managers,
  $mayChangeClient,
  $owners,
  $record,
  fetchManagers,
  fetchOwners,
  fetchSecureAgent,
} from "./model.ts";
export {
  $isEditing,
  $profileForm,
  patchClientCall,
  submitProfile,
  toggleProfile,
  typeProfile,
} from "./profile.ts";
export {
  $usernameFormat,
  chooseUsernameFormat,
  saveUsernameFormatCall,
  submitUsernameFormat,
  typeUsernameFormat,
} from "./usernameFormat.ts";
export type { ClientRecord } from "./rules.ts";
