/** The list of all calls of the product. */
import type { AnyCall } from "../kernel/call.ts";
import { getClientCounts, getResource, listIdentities, listResources } from "./directory.ts";
import { activateUser, verifyEmail, verifyToken } from "./activation.ts";
import { deleteMiningReport, requestMiningReport } from "./mining.ts";
import {
  countOrgs,
  deleteInducement,
  findSubtree,
  getAncestors,
  getAncestorsOfMany,
  getOrg,
  induce,
  listOrgs,
} from "./orgs.ts";
import {
  changePassword,
  checkResetToken,
  forgotPassword,
  resetPassword,
  updatePassword,
} from "./password.ts";
import {
  getAdminInfo,
  getCurrentUser,
  getPublicInfo,
  getSession,
  getSessionLength,
  login,
  logout,
  renewSession,
} from "./session.ts";
import {
  createUser,
  deleteUser,
  getUser,
  listUserChanges,
  listUserRoles,
  listUsers,
  patchUser,
  undoUserChange,
  updateProfile,
  updateUser,
} from "./users.ts";
import { findNames } from "./names.ts";
import { listSupportRequests, requestSupport } from "./support.ts";

export const ALL_CALLS: readonly AnyCall[] = [
  getPublicInfo,
  getAdminInfo,
  getSessionLength,
  getSession,
  renewSession,
  login,
  logout,
  getCurrentUser,
  forgotPassword,
  checkResetToken,
  resetPassword,
  changePassword,
  updatePassword,
  verifyToken,
  activateUser,
  verifyEmail,
  listOrgs,
  countOrgs,
  getOrg,
  getAncestors,
  findSubtree,
  getAncestorsOfMany,
  induce,
  deleteInducement,
  getClientCounts,
  listIdentities,
  listResources,
  getResource,
  requestMiningReport,
  deleteMiningReport,
  listUsers,
  listUserRoles,
  getUser,
  createUser,
  updateUser,
  patchUser,
  deleteUser,
  listUserChanges,
  undoUserChange,
  updateProfile,
  requestSupport,
  listSupportRequests,
  findNames,
];
