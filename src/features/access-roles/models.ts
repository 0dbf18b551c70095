import "./listModel.ts";
import "./detailModel.ts";
