import "./listModel.ts";
import "./reportModel.ts";
import "./failuresModel.ts";
import "./viewsModel.ts";
import "./handModel.ts";
