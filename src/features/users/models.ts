/** Every model of the feature. */
import "./listModel.ts";
import "./selectionModel.ts";
import "./editModel.ts";
import "./validationEmail.ts";
import "./bulk/model.ts";
import "./bulk/downloading.ts";
