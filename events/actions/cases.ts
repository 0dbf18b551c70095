/** Events of the screens of cases, and of the dialog that opens a case. */
import { Type } from "typebox";
import {
  CASE_FILTERS,
  CASE_KINDS,
  CASE_STATES,
  Finding,
  ReportedIn,
  SETTLED_STATES,
} from "../entities/case.ts";
import { Nullable, OneOf, Text } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";
import { defineForm } from "../kernel/form.ts";
import { defineList } from "../kernel/list.ts";
import { Choice, SearchQuery, SearchText, SortBy } from "../kernel/query.ts";
import { Personal } from "../kernel/redaction.ts";

export const caseList = defineList(
  "cases/list",
  Type.Object({
    show: Choice(CASE_FILTERS),
    contains: SearchText,
    kind: Choice(["all", ...CASE_KINDS]),
    /** Anybody, the user, nobody, or the id of a user. */
    owner: Type.String({ maxLength: 36, default: "all" }),
    due: Choice(["all", "overdue"]),
    sort: SortBy(["dueOn", "createdAt", "subject"]),
  }),
);

/** The dialog that opens a case about a finding; null: it closed. */
export const findingChosen = defineEvent(
  "cases/findingChosen",
  1,
  Type.Object({
    finding: Nullable(
      Type.Object({
        ...Finding.properties,
        reportedIn: Type.Optional(ReportedIn),
        name: Personal(Text),
      }),
    ),
  }),
);

/** The users who own a case, by whom the list can be filtered. */
export const filterOwners = defineList("cases/filterOwners", SearchQuery);

/** The users who can own a case. */
export const ownerChoices = defineList("cases/ownerChoices", SearchQuery);

const Day = Type.String({ maxLength: 10 });
/** The id and the name of a user; empty: nobody. */
const Owner = { ownerId: Type.String({ maxLength: 36 }), ownerName: Personal(Type.String()) };

export const openForm = defineForm(
  "cases/openForm",
  Type.Object({ ...Owner, dueOn: Day, comment: Type.String() }),
);

export const caseForm = defineForm(
  "cases/caseForm",
  Type.Object({ state: OneOf(CASE_STATES), ...Owner, dueOn: Day }),
);

/** What happens to the selected cases. */
export const CASES_ACTIONS = [...SETTLED_STATES, "assign", "unassign", "setDue"] as const;

/** The dialog that changes the selected cases. */
export const casesForm = defineForm(
  "cases/casesForm",
  Type.Object({ action: OneOf(CASES_ACTIONS), ...Owner, dueOn: Day }),
);

export const commentForm = defineForm("cases/commentForm", Type.Object({ text: Type.String() }));

/** The user retries after the case could not be loaded. */
export const caseRetried = defineEvent("cases/caseRetried", 1, Type.Object({}));
