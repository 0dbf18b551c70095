import "./place.ts";
import "./listModel.ts";
import "./formModel.ts";
import "./liveModel.ts";
import "./previewModel.ts";
