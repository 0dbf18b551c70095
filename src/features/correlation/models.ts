import "./place.ts";
import "./errors.ts";
import "./rulesModel.ts";
