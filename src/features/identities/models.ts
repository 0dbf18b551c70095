import "./listModel.ts";
import "./reportModel.ts";
