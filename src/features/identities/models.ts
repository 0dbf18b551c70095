import "./listModel.ts";
import "./reportModel.ts";
import "./printModel.ts";
import "./failuresModel.ts";
import "./viewsModel.ts";
import "./handModel.ts";
