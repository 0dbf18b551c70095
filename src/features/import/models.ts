import "./model.ts";
import "./historyModel.ts";
