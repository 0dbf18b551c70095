import "./changeModel.ts";
import "./looseModel.ts";
import "./moveModel.ts";
import "./treeModel.ts";
