/** The bank's departments and job titles. */

/** The subjects of departments and entitlements. */
export type Topic =
  | "everyone"
  | "branch"
  | "contact"
  | "wealth"
  | "commercial"
  | "lending"
  | "servicing"
  | "risk"
  | "cards"
  | "payments"
  | "deposits"
  | "finance"
  | "audit"
  | "compliance"
  | "security"
  | "operations"
  | "engineering"
  | "data"
  | "people"
  | "facilities"
  | "marketing";

/** How similar the access of people with one job title is. */
export type Cohesion = "close" | "loose" | "none";

export interface Job {
  readonly title: string;
  readonly department: string;
  readonly topics: readonly Topic[];
  /** 1: works, 2: approves, 3: leads. */
  readonly level: 1 | 2 | 3;
  readonly people: number;
  readonly cohesion: Cohesion;
  /** The share of people with linked accounts. */
  readonly correlated: number;
}

type Title = readonly [
  title: string,
  level: Job["level"],
  people: number,
  extra?: { readonly cohesion?: Cohesion; readonly correlated?: number },
];

function department(name: string, topics: readonly Topic[], titles: readonly Title[]): Job[] {
  return titles.map(([title, level, people, extra]) => ({
    title,
    department: name,
    topics,
    level,
    people,
    cohesion: extra?.cohesion ?? "close",
    correlated: extra?.correlated ?? 1,
  }));
}

const LOOSE = { cohesion: "loose" } as const;
const NONE = { cohesion: "none" } as const;

/** 2,000 people in total. */
export const JOBS: readonly Job[] = [
  ...department(
    "Retail Branches",
    ["branch", "deposits"],
    [
      ["Teller", 1, 220],
      ["Senior Teller", 2, 100],
      ["Seasonal Teller", 1, 40, { correlated: 0.35 }],
      ["Branch Trainee", 1, 38, { correlated: 0.74 }],
      ["Personal Banker", 1, 110],
      ["Senior Personal Banker", 2, 52],
      ["Assistant Branch Manager", 2, 40],
      ["Branch Manager", 3, 40],
      ["Regional Director", 3, 5, LOOSE],
    ],
  ),
  ...department(
    "Contact Centre",
    ["contact", "cards"],
    [
      ["Contact Centre Agent", 1, 80],
      ["Senior Contact Centre Agent", 2, 36],
      ["Chat Support Agent", 1, 28],
      ["Contact Centre Team Lead", 3, 12],
    ],
  ),
  ...department(
    "Private Banking",
    ["wealth"],
    [
      ["Client Adviser", 1, 34],
      ["Portfolio Manager", 2, 16],
      ["Wealth Planner", 1, 12, LOOSE],
      ["Head of Private Banking", 3, 1],
    ],
  ),
  ...department(
    "Commercial Banking",
    ["commercial", "lending"],
    [
      ["Relationship Manager", 2, 46],
      ["Commercial Analyst", 1, 28],
      ["Cash Management Specialist", 1, 14],
      ["Head of Commercial Banking", 3, 1],
    ],
  ),
  ...department(
    "Mortgage Lending",
    ["lending"],
    [
      ["Mortgage Adviser", 1, 42],
      ["Mortgage Underwriter", 2, 30],
      ["Mortgage Processor", 1, 34],
      ["Mortgage Team Lead", 3, 6],
    ],
  ),
  ...department(
    "Consumer Lending",
    ["lending"],
    [
      ["Loan Officer", 1, 44],
      ["Credit Underwriter", 2, 22],
      ["Loan Processor", 1, 26],
    ],
  ),
  ...department(
    "Loan Servicing",
    ["servicing"],
    [
      ["Servicing Specialist", 1, 32],
      ["Escrow Analyst", 1, 12],
      ["Servicing Supervisor", 2, 6],
    ],
  ),
  ...department(
    "Collections",
    ["servicing", "contact"],
    [
      ["Collections Agent", 1, 30],
      ["Recovery Specialist", 2, 12],
    ],
  ),
  ...department(
    "Credit Risk",
    ["risk"],
    [
      ["Credit Risk Analyst", 1, 22],
      ["Risk Modeller", 2, 10, LOOSE],
      ["Chief Risk Officer", 3, 1],
    ],
  ),
  ...department(
    "Cards & Payments",
    ["cards", "payments"],
    [
      ["Card Operations Specialist", 1, 28],
      ["Dispute Analyst", 1, 18],
      ["Payments Product Manager", 2, 6, LOOSE],
    ],
  ),
  ...department(
    "Wire Room",
    ["payments"],
    [
      ["Wire Clerk", 1, 16],
      ["Wire Release Officer", 2, 8],
    ],
  ),
  ...department(
    "Deposit Operations",
    ["deposits"],
    [
      ["Deposit Operations Clerk", 1, 28],
      ["Item Processing Clerk", 1, 18],
      ["Deposit Operations Supervisor", 2, 6],
    ],
  ),
  ...department(
    "Treasury",
    ["finance", "payments"],
    [
      ["Treasury Analyst", 1, 10],
      ["Dealer", 2, 6],
      ["Treasurer", 3, 1],
    ],
  ),
  ...department(
    "Finance",
    ["finance"],
    [
      ["Accountant", 1, 30],
      ["Accounts Payable Clerk", 1, 16],
      ["Financial Controller", 2, 6],
      ["Chief Financial Officer", 3, 1],
    ],
  ),
  ...department(
    "Internal Audit",
    ["audit"],
    [
      ["Internal Auditor", 1, 18, LOOSE],
      ["Audit Manager", 2, 4, LOOSE],
    ],
  ),
  ...department(
    "Compliance",
    ["compliance"],
    [
      ["Compliance Officer", 2, 20],
      ["Regulatory Reporting Analyst", 1, 10],
    ],
  ),
  ...department(
    "Financial Crime",
    ["compliance", "payments"],
    [
      ["AML Investigator", 1, 26],
      ["Sanctions Analyst", 1, 12],
      ["Fraud Analyst", 1, 18],
    ],
  ),
  ...department(
    "Information Security",
    ["security", "operations"],
    [
      ["Security Analyst", 1, 14],
      ["Identity & Access Specialist", 2, 10],
      ["Chief Information Security Officer", 3, 1],
    ],
  ),
  ...department(
    "IT Operations",
    ["operations"],
    [
      ["Service Desk Analyst", 1, 30],
      ["Systems Administrator", 2, 22],
      ["Network Engineer", 2, 12],
      ["Database Administrator", 2, 8],
    ],
  ),
  ...department(
    "Software Engineering",
    ["engineering", "data"],
    [
      ["Software Engineer", 1, 48],
      ["Test Engineer", 1, 18],
      ["Engineering Manager", 3, 6],
    ],
  ),
  ...department(
    "Data & Analytics",
    ["data"],
    [
      ["Data Analyst", 1, 22, LOOSE],
      ["Data Engineer", 2, 12],
    ],
  ),
  ...department(
    "Human Resources",
    ["people"],
    [
      ["HR Business Partner", 2, 14],
      ["Payroll Specialist", 1, 8],
      ["Recruiter", 1, 10],
      ["Learning Specialist", 1, 6],
    ],
  ),
  ...department(
    "Facilities & Security",
    ["facilities"],
    [
      ["Facilities Technician", 1, 18],
      ["Security Guard", 1, 28, { correlated: 0.86 }],
      ["Courier", 1, 14, { correlated: 0.43 }],
    ],
  ),
  ...department(
    "Marketing",
    ["marketing"],
    [
      ["Marketing Specialist", 1, 16],
      ["Digital Content Editor", 1, 8],
      ["Campaign Manager", 2, 6],
    ],
  ),
  ...department(
    "Change & Projects",
    ["everyone"],
    [
      ["Chief Executive Officer", 3, 1, NONE],
      ["Project Manager", 2, 18, NONE],
      ["Business Analyst", 1, 20, NONE],
      ["External Consultant", 1, 30, NONE],
      ["Executive Assistant", 1, 12, NONE],
    ],
  ),
];
