import "./changeModel.ts";
import "./looseModel.ts";
import "./moveModel.ts";
import "./suggestionModel.ts";
import "./treeModel.ts";
