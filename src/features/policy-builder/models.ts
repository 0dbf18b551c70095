/** Every model of the feature. */
import "./model.ts";
import "./report.ts";
import "./reportDownload.ts";
import "./refreshing.ts";
import "./visible.ts";
