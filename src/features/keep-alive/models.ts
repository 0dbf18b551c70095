/** Every model of the feature. */
import "./model.ts";
import "./expiryWarning.ts";
