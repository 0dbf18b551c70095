import "./place.ts";
import "./listModel.ts";
import "./formModel.ts";
