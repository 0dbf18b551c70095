/** Every model of the feature. */
import "./confirmation.ts";
import "./profile.ts";
import "./recoveryCodes.ts";
import "./setUp.ts";
import "./signIn.ts";
