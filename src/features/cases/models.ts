import "./model.ts";
import "./orphanedModel.ts";
import "./ownersModel.ts";
