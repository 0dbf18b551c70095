/** The systems that any large employer has. */

import { PLACES } from "./places.ts";
import { snake, squeeze, type System } from "./system.ts";

export const OFFICE_SYSTEMS: readonly System[] = [
  {
    name: "Active Directory",
    size: 700,
    actions: [
      ["RO", 1],
      ["RW", 1],
      ["Dev", 2],
      ["Mod", 2],
      ["Own", 3],
    ],
    style: (object, action) => `GRP_${snake(object)}_${action}`,
    objects: {
      everyone:
        "All Staff, Intranet, VPN Standard, Print Follow Me, Wifi Staff, Teams Standard, Office Suite, Travel Booking, Social Club, First Aiders",
      branch: `${PLACES.slice(1)
        .map((place) => `Branch ${place}`)
        .join(", ")}, Teller Apps, Cash Forms, Branch Signage, Branch Rota, Queue Display`,
      deposits:
        "Deposit Ops Share, Item Processing, Cheque Scanners, Deposit Forms, Statement Archive",
      contact:
        "Softphone, Call Recording, Chat Desktop, Contact Centre Share, Workforce Planning, Wallboard",
      wealth:
        "Private Banking Share, Market Data Terminal, Research Library, Client Reviews, Order Desk",
      commercial:
        "Commercial Share, Covenant Tracker, Deal Room, Company Registry, Pipeline Sheets, Syndicate Files",
      lending:
        "Lending Share, Valuation Portal, Document Templates, Credit Bureau, Underwriting Manuals, Rate Lock Sheets, Broker Files",
      servicing:
        "Servicing Share, Escrow Sheets, Collections Dialler, Recovery Files, Hardship Letters",
      risk: "Risk Share, Model Library, Stress Tests, Credit Committee, Rating Tools",
      cards: "Cards Share, Dispute Files, Card Scheme Portal, Embossing Queue, Chargeback Rules",
      payments:
        "Payments Share, Swift Desktop, Clearing Portal, Cut-off Calendar, Payment Investigations",
      finance:
        "Finance Share, Month End, Tax Files, Invoices, Budget, Treasury Desk, Regulatory Returns",
      audit: "Audit Share, Audit Workpapers, Findings Tracker",
      compliance:
        "Compliance Share, Sanctions Lists, Case Files, Policy Library, Regulator Letters, Breach Register",
      security:
        "SOC Desktop, Log Search, Access Reviews, Vulnerability Scans, Key Custody, Forensics",
      operations:
        "Server Admins, Workstation Admins, Backup Operators, Network Consoles, Database Consoles, Patch Rings, Remote Hands, Hypervisor, Storage",
      engineering:
        "Source Control, Build Agents, Test Servers, Package Registry, Design System, Release Board, Feature Flags",
      data: "Notebook Servers, Report Builders, Data Catalogue, Sandboxes, Pipeline Runners",
      people: "HR Share, Payroll Files, Recruiting, Training Room, Works Council, Reward",
      facilities: "Facilities Share, Camera Wall, Fleet, Room Booking Desk, Badge Printer",
      marketing: "Brand Assets, Campaign Share, Web Editors, Social Media, Print Proofs",
    },
  },
  {
    name: "HR Portal",
    size: 130,
    actions: [
      ["View", 1],
      ["Submit", 1],
      ["Approve", 2],
      ["Administer", 3],
    ],
    style: (object, action) => `HR | ${object} | ${action}`,
    objects: {
      everyone: "Timesheet, Leave, Payslip, Expenses, Training Record, Personal Data, Objectives",
      branch: "Branch Rota, Cash Allowance",
      contact: "Shift Swap, Night Allowance",
      people:
        "Employee File, Salary Band, Payroll Run, Vacancy, Applicant, Onboarding Task, Leaver Checklist, Absence Case, Course Catalogue, Pension, Bonus Round, Headcount Plan",
      finance: "Payroll Posting, Cost Centre Split, Expense Audit",
      compliance: "Fitness Attestation, Gift Register, Personal Trading",
      facilities: "Guard Roster, Car Pool",
      operations: "Standby Duty, Overtime",
      wealth: "Adviser Certificate",
      audit: "Control Sample",
    },
  },
  {
    name: "Document Vault",
    size: 270,
    actions: [
      ["Read", 1],
      ["Add", 1],
      ["Index", 1],
      ["Redact", 2],
      ["Purge", 3],
    ],
    style: (object, action) => `DV_${squeeze(object)}_${action}`,
    objects: {
      everyone: "Staff Handbook, Forms Library",
      branch: "Signature Cards, Identity Copies, Counter Slips, Vault Logs",
      deposits: "Cheque Images, Account Contracts, Statements, Court Orders",
      lending:
        "Mortgage Files, Loan Contracts, Valuations, Income Proofs, Title Deeds, Insurance Papers",
      servicing: "Payoff Letters, Collection Letters, Escrow Analyses",
      commercial: "Company Files, Facility Agreements, Annual Accounts, Board Minutes",
      wealth: "Mandates, Suitability Reports, Trust Deeds",
      cards: "Dispute Evidence, Card Contracts",
      payments: "Wire Forms, Mandate Scans",
      risk: "Credit Papers, Model Documents",
      finance: "Invoices, Ledgers, Tax Returns, Audit Confirmations",
      compliance: "Suspicious Activity, Customer Due Diligence, Regulator Letters, Training Proofs",
      audit: "Workpapers, Findings",
      people: "Personnel Files, Contracts Of Employment, Payroll Reports, Applications",
      facilities: "Leases, Floor Plans, Incident Reports",
      marketing: "Brochures, Consent Forms",
      security: "Access Reviews, Incident Evidence",
      operations: "Runbooks, Contracts With Vendors, Change Records",
    },
  },
  {
    name: "Data Warehouse",
    size: 230,
    actions: [
      ["select", 1],
      ["export", 2],
      ["write", 2],
      ["grant", 3],
    ],
    style: (object, action) => `dw_${snake(object).toLowerCase()}_${action}`,
    objects: {
      branch: "Branch Sales, Footfall",
      contact: "Call Statistics, Agent Quality",
      deposits: "Deposit Balances, Item Volumes, Fee Income",
      wealth: "Assets Under Management, Order Flow",
      commercial: "Company Profitability, Pipeline, Covenant Breaches",
      lending: "Applications, Approvals, Loan Tape, Broker Volumes",
      servicing: "Arrears, Escrow Balances, Recoveries",
      risk: "Loss Data, Ratings, Exposures, Stress Results, Scorecards",
      cards: "Card Transactions, Disputes, Interchange",
      payments: "Payment Volumes, Wire Log",
      finance:
        "Gl Balances, Cost Centres, Profit Centre, Budget Actual, Liquidity, Fx Positions, Accruals",
      compliance: "Aml Alerts, Sanctions Matches, Regulatory Returns, Complaints",
      audit: "Journal Samples, User Activity",
      data: "Customer Core, Product Core, Marts, Raw Zone, Staging, Metadata, Feature Store, Sandbox, Reference Data",
      people: "Headcount, Turnover",
      marketing: "Campaign Results, Web Clicks",
      engineering: "Test Extracts, Event Log",
      operations: "Load Control, Capacity",
    },
  },
  {
    name: "Ticketing",
    size: 110,
    actions: [
      ["Requester", 1],
      ["Agent", 1],
      ["Approver", 2],
      ["Manager", 3],
    ],
    style: (object, action) => `${object} Queue: ${action}`,
    objects: {
      everyone: "Service Desk, Facilities, HR Questions",
      branch: "Branch Equipment, ATM",
      contact: "Telephony, Complaints",
      operations: "Server, Network, Database, Workplace, Change, Problem",
      security: "Access Request, Security Incident, Exception",
      engineering: "Bug, Release, Test Environment",
      data: "Report Request, Data Quality",
      finance: "Purchase",
      compliance: "Policy Question",
      people: "Payroll Question",
      facilities: "Badge, Move",
      marketing: "Print Order",
      lending: "Loan System",
      cards: "Card System",
    },
  },
  {
    name: "Email",
    size: 115,
    actions: [
      ["Member", 1],
      ["Send As", 1],
      ["Full Access", 2],
      ["Owner", 3],
    ],
    style: (object, action) => `${object} (${action})`,
    objects: {
      everyone: "Mailbox, All Staff, Calendar Sharing",
      branch: "Branch Managers List, Teller News, Counter Enquiries",
      contact: "Customer Care Inbox, Complaints Inbox, Chat Escalation",
      wealth: "Private Office Inbox, Market Comment List",
      commercial: "Business Desk Inbox, Deal Announcements",
      lending: "Mortgage Desk Inbox, Underwriting Inbox, Broker Inbox",
      servicing: "Collections Inbox, Payoff Requests",
      cards: "Card Disputes Inbox",
      payments: "Wire Room Inbox, Payment Investigations",
      finance: "Invoices Inbox, Month End List",
      compliance: "Compliance Questions, Fraud Alerts",
      people: "Recruiting Inbox, Payroll Inbox",
      operations: "Operations Bridge, Vendor Notices",
      engineering: "Release Notes",
      marketing: "Press Inbox",
    },
  },
  {
    name: "Building Access",
    size: 115,
    actions: [
      ["Day", 1],
      ["Extended", 2],
      ["24/7", 3],
    ],
    style: (object, action) => `${object} / ${action}`,
    objects: {
      everyone: "Head Office Lobby, Canteen, Bicycle Cellar, Car Park",
      branch: `${PLACES.slice(1).join(", ")}, Cash Counter, Branch Vault`,
      contact: "Contact Centre Floor",
      operations: "Server Room, Comms Cupboards, Loading Bay",
      payments: "Wire Room",
      finance: "Dealing Floor",
      people: "HR Archive",
      facilities: "Plant Room, Roof, Control Room, Key Safe",
      security: "Key Ceremony Room",
      wealth: "Private Client Suite",
      cards: "Embossing Room",
      engineering: "Test Lab",
    },
  },
];
