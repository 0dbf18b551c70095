/** Correlation. */
export const CORRELATION = {
  "correlation.failed": "An error has occurred",
  "correlation.ruleNotFound": "Correlation rule not found",
  "correlation.changedElsewhere": "Someone else changed this rule. Load it again.",
  "correlation.tooManyRules": "A resource can have {max:number} rules. Delete one first.",
  "correlation.attributesRequired": "Add an attribute",
  "correlation.fieldRequired": "Compare at least one attribute of the account",
  "correlation.repeatedPosition": "Two attributes have the same position",
  "correlation.attributeMissing": "Choose an attribute",
  "correlation.textMissing": "Enter the text",
  "correlation.ruleAdded": "The rule was added",
  "correlation.ruleSaved": "The rule was saved",
  "correlation.ruleNotSaved": "The rule was not saved: {reason}",
  "correlation.ruleDeleted": "The rule was deleted",
  "correlation.ruleNotDeleted": "The rule was not deleted: {reason}",
} as const;
