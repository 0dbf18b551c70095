/** What differs between the servers of different vendors. */

export const VENDORS = ["OPENLDAP", "ACTIVE_DIRECTORY", "OTHER"] as const;
export type Vendor = (typeof VENDORS)[number];

export interface Profile {
  readonly idAttribute: string;
  readonly accountClass: string;
  readonly accountFilter: string;
  readonly accountNameAttribute: string;
  readonly accountRdnAttribute: string;
  readonly groupClass: string;
  readonly groupFilter: string;
  readonly groupNameAttribute: string;
  readonly memberAttribute: string;
  /** Changes whenever the entry changes. */
  readonly versionAttribute: string;
  /** Tells whether an account's user can sign in. Null if the vendor is not known. */
  readonly statusAttribute: string | null;
}

const STANDARD: Profile = {
  idAttribute: "entryUUID",
  accountClass: "inetOrgPerson",
  accountFilter: "(objectClass=*)",
  accountNameAttribute: "uid",
  accountRdnAttribute: "uid",
  groupClass: "groupOfNames",
  groupFilter: "(objectClass=*)",
  groupNameAttribute: "cn",
  memberAttribute: "member",
  // In seconds, so that a second change within one of them is not noticed.
  versionAttribute: "modifyTimestamp",
  statusAttribute: null,
};

export const PROFILES: Readonly<Record<Vendor, Profile>> = {
  OPENLDAP: {
    ...STANDARD,
    versionAttribute: "entryCSN",
    statusAttribute: "pwdAccountLockedTime",
  },
  ACTIVE_DIRECTORY: {
    ...STANDARD,
    idAttribute: "objectGUID",
    accountClass: "user",
    // Computers are users, too.
    accountFilter: "(objectCategory=person)",
    accountNameAttribute: "sAMAccountName",
    accountRdnAttribute: "cn",
    groupClass: "group",
    // Every domain controller has its own, so a change through another one is refused.
    versionAttribute: "uSNChanged",
    statusAttribute: "userAccountControl",
  },
  OTHER: STANDARD,
};
