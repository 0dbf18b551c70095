/** Every model of the feature. */
import "./listModel.ts";
import "./detailModel.ts";
import "./policyModel.ts";
import "./periodModel.ts";
import "./inheritedModel.ts";
import "./accessRolesModel.ts";
import "./resourcePickerModel.ts";
