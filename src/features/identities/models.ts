import "./listModel.ts";
import "./reportModel.ts";
import "./viewsModel.ts";
import "./handModel.ts";
