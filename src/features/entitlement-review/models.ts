import "./listModel.ts";
import "./reviewModel.ts";
import "./mergeModel.ts";
import "./importRulesModel.ts";
