import "./place.ts";
import "./errors.ts";
import "./limitsModel.ts";
import "./rulesModel.ts";
import "./simulationModel.ts";
import "./resultsModel.ts";
