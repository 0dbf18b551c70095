import "./listModel.ts";
import "./formModel.ts";
import "./reportModel.ts";
import "./progress.ts";
