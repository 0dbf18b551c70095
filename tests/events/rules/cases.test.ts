/** Comments of cases. */
import { expect, test } from "vitest";
import { message } from "#events/messages/message.ts";
import { checkComment, checkCommentLength } from "#events/rules/cases.ts";

test("a comment has a text of at most 2,000 characters", () => {
  const required = message("fields.labelRequired", { label: message("labels.comment") });
  const tooLong = message("fields.tooLong", { max: 2000 });
  for (const text of ["", " \n"]) {
    expect(checkComment(text)).toEqual(required);
    expect(checkCommentLength(text)).toBeNull();
  }
  for (const check of [checkComment, checkCommentLength]) {
    expect(check("c".repeat(2000))).toBeNull();
    expect(check("c".repeat(2001))).toEqual(tooLong);
  }
});
