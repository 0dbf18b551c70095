import "./model.ts";
import "./orphanedModel.ts";
