import "./place.ts";
import "./errors.ts";
import "./rulesModel.ts";
import "./simulationModel.ts";
import "./resultsModel.ts";
