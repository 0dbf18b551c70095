/** Every model of the feature. */
import "./model.ts";
import "./apply/confirm.ts";
import "./apply/failure.ts";
import "./report/download.ts";
import "./report/refresh.ts";
import "./report/report.ts";
import "./table/snapshot.ts";
