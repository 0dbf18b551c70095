/** Every model of the feature. */
import "./downloading.ts";
import "./model.ts";
