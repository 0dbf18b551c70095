/** Every model of the feature. */
import "./clientModel.ts";
import "./model.ts";
import "./attentionModel.ts";
import "./onboardingModel.ts";
import "./limits.ts";
import "./signInRules.ts";
import "./approvalRules.ts";
