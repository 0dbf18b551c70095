/** Every model of the feature. */
import "./clientModel.ts";
import "./model.ts";
import "./onboardingModel.ts";
import "./signInRules.ts";
