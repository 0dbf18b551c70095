/**
 * The models of all screens: with them every projection of the product is there. It needs no browser, as models import
 * no views: replays load it, and exports, whose sessions may have been on screens that this tab never showed.
 */
import "../features/activation/model.ts";
import "../data/client/index.ts";
import "../features/dashboard/model.ts";
import "../data/directory/index.ts";
import "../features/forgot-password/model.ts";
import "../features/keep-alive/expiryWarning.ts";
import "../features/keep-alive/model.ts";
import "../features/login/model.ts";
import "../features/login/singleSignOn.ts";
import "../data/orgs/index.ts";
import "../features/password/model.ts";
import "../features/policy-builder/reportDownload.ts";
import "../features/policy-builder/model.ts";
import "../features/policy-builder/refreshing.ts";
import "../features/policy-builder/report.ts";
import "../features/policy-builder/visible.ts";
import "../features/profile/model.ts";
import "../features/profile/sessions.ts";
import "../features/request-support/model.ts";
import "../features/reset-password/model.ts";
import "../features/role-mapping/detailModel.ts";
import "../features/role-mapping/listModel.ts";
import "../features/role-mapping/membersModel.ts";
import "../features/role-mapping/policyModel.ts";
import "../features/role-mapping/resourcePickerModel.ts";
import "../data/session/index.ts";
import "../features/event-log/model.ts";
import "../features/event-log/replaying.ts";
import "../features/users/bulk/downloading.ts";
import "../features/users/bulk/model.ts";
import "../features/users/editModel.ts";
import "../features/users/listModel.ts";
import "../features/users/validationEmail.ts";
import "../kernel/disclosures.ts";
import "./model.ts";
import "./palette/model.ts";
import "./keepAliveLoader.ts";
