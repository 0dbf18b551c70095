import "./listModel.ts";
import "./detailModel.ts";
import "./grantModel.ts";
