/** Every model of the feature. */
import "./historyModel.ts";
import "./bulkModel.ts";
import "./fileModel.ts";
import "./effectModel.ts";
import "./peopleModel.ts";
