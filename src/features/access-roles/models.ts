import "./listModel.ts";
import "./detailModel.ts";
import "./grantModel.ts";
import "./entitlementsExport.ts";
import "./fileModel.ts";
