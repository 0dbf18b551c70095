/** Every model of the feature. */
import "./model.ts";
import "./sessions.ts";
