/** The actions of correlation rules, and the errors that their requests leave. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  deleteCorrelationRule,
  getCorrelation,
  getCorrelationRule,
  listCorrelationRules,
  putCorrelationRule,
  saveCorrelationRule,
} from "#events/calls/correlation.ts";
import type { CorrelationRule } from "#events/entities/correlation.ts";
import type { Message } from "#events/kernel/message.ts";
import { $errors } from "#src/features/correlation/errors.ts";
import "#src/features/correlation/models.ts";
import { newRuleForm, ruleDeletion, ruleForm } from "#src/features/correlation/rulesModel.ts";
import { english, said } from "../../../support/english.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const ID = uuid(50);
const PATH = `/resources/${ID}/match-user-accounts`;
const RULE: CorrelationRule = {
  id: uuid(60),
  resourceId: ID,
  midpointUserFieldId: "email",
  method: "exact",
  threshold: 0.8,
  nicknames: false,
  tier: 1,
  weight: null,
  attributes: [
    {
      id: uuid(61),
      resourceCorrelationRuleId: uuid(60),
      resourceSchemaId: "mail",
      staticContent: null,
      position: 1,
      type: "field",
    },
  ],
  version: 3,
};
const ATTRIBUTES = [
  { type: "field" as const, resourceSchemaId: "mail", staticContent: null, position: 1 },
];
const STATE = {
  resourceId: ID,
  resourceName: "Payroll",
  attributes: ["mail"],
  accountCount: 0,
  ownedCount: 0,
  openCount: 0,
  decidedCount: 0,
  settings: { linkFrom: 0.98, reviewFrom: 0.2 },
  simulation: null,
  appliedOid: null,
};

let app: TestApp;
beforeEach(async () => {
  app = createTestApp();
  await app.signIn(makeUser());
});

const openOverview = async () => {
  await app.open("correlation", PATH, { resourceId: ID });
};
const openRule = async () => {
  const params = { resourceId: ID, correlationRuleId: RULE.id };
  await app.open("correlationEdit", `/resources/${ID}/correlation/edit/${RULE.id}`, params);
};
const loadRule = async () => {
  await app.reply(getCorrelation, STATE);
  await app.reply(getCorrelationRule, RULE);
};
const errors = () => app.get($errors);
const texts = (messages: readonly Message[] | null) => messages?.map((one) => english(one));

describe("correlation rules", () => {
  it("[CORR-10] have calls to list, get, add, save and delete them", async () => {
    await openOverview();
    await app.reply(getCorrelation, STATE);
    await app.reply(listCorrelationRules, halList("correlationRules", [RULE]));
    await app.act(ruleDeletion.open, { subject: { id: RULE.id, version: 3, name: "Email" } });
    await app.act(ruleDeletion.confirm, {});
    expect(app.waiting(deleteCorrelationRule)[0]?.input).toMatchObject({
      params: { resourceId: ID, correlationRuleId: RULE.id },
      query: { version: 3 },
    });
    await openRule();
    await loadRule();
    await app.act(ruleForm.change, { values: { method: "normalised" } });
    await app.act(ruleForm.submit, {});
    expect(app.waiting(putCorrelationRule)[0]?.input).toMatchObject({
      params: { resourceId: ID, correlationRuleId: RULE.id },
      body: { method: "normalised", version: 3 },
    });
    await app.open("correlationAdd", `/resources/${ID}/correlation/add`, { resourceId: ID });
    await app.reply(getCorrelation, STATE);
    await app.act(newRuleForm.change, { values: { attributes: ATTRIBUTES } });
    await app.act(newRuleForm.submit, {});
    expect(app.waiting(saveCorrelationRule)[0]?.input.params).toMatchObject({ resourceId: ID });
  });
});

describe("a failed request", () => {
  it("[CORR-5] [CORR-6] of a get stores the text that the server sent, or that an error has occurred", async () => {
    await openOverview();
    await app.fail(listCorrelationRules, { status: 409, code: "ECONFLICT", message: "Not now" });
    expect(english(errors().get)).toBe("Not now");
    await openRule();
    await app.fail(getCorrelationRule, { status: 500, code: "EINTERNAL" });
    expect(english(errors().get)).toBe("An error has occurred");
  });

  it("[CORR-7] of a new rule stores the errors", async () => {
    await app.open("correlationAdd", `/resources/${ID}/correlation/add`, { resourceId: ID });
    await app.reply(getCorrelation, STATE);
    await app.act(newRuleForm.change, { values: { attributes: ATTRIBUTES } });
    await app.act(newRuleForm.submit, {});
    await app.fail(saveCorrelationRule, {
      status: 400,
      code: "EINVALID",
      message: "Invalid",
      fields: [{ path: "/body/tier", message: "Too high" }],
    });
    expect(texts(errors().save)).toEqual(["Too high"]);
  });

  it("[CORR-8] of a deletion stores the errors", async () => {
    await openOverview();
    await app.reply(getCorrelation, STATE);
    await app.act(ruleDeletion.open, { subject: { id: RULE.id, version: 3, name: "Email" } });
    await app.act(ruleDeletion.confirm, {});
    await app.fail(deleteCorrelationRule, { status: 409, code: "ECONFLICT", message: "Changed" });
    expect(texts(errors().delete)).toEqual(["Changed"]);
  });

  it("[CORR-9] of a saved rule stores the message, until it is saved again", async () => {
    await openRule();
    await loadRule();
    await app.act(ruleForm.change, { values: { method: "normalised" } });
    await app.act(ruleForm.submit, {});
    await app.fail(putCorrelationRule, {
      status: 400,
      code: "EINVALID",
      reason: said("The rule has changed"),
      fields: [{ path: "/body/tier", message: "Too high" }],
    });
    expect(english(errors().put)).toBe("The rule has changed");
    await loadRule();
    await app.act(ruleForm.submit, {});
    expect(errors().put).toBeNull();
  });
});
