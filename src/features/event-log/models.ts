/** Every model of the feature. */
import "./model.ts";
import "./replaying.ts";
