import { uuid } from "../../support/fixtures.ts";

/** A person without access, as their report has them. */
export const ANN = {
  oid: uuid(2),
  externalId: "P1",
  username: "ann",
  givenName: "Ann",
  familyName: "Lee",
  email: null,
  jobTitle: null,
  department: null,
  location: null,
  accountCount: 0,
  manager: null,
  attributes: [],
  orgs: [],
  accounts: [],
  counts: { byPolicy: 0, outsidePolicy: 0, missing: 0 },
  peers: null,
};
