/** The bank's business systems. */
import { squeeze, type System } from "./system.ts";

export const BANKING_SYSTEMS: readonly System[] = [
  {
    name: "Core Banking",
    size: 530,
    actions: [
      ["Read", 1],
      ["Create", 1],
      ["Update", 1],
      ["Print", 1],
      ["Approve", 2],
      ["Reverse", 2],
      ["Override", 3],
      ["Configure", 3],
    ],
    style: (object, action) => `${object} ${action}`,
    objects: {
      everyone: "Branch Directory, Rate Sheet",
      branch:
        "Teller Drawer, Cash Vault, Cash Shipment, Branch Reports, Safe Deposit Box, Foreign Cash, Cashier Cheque, Customer Address, Signature Card",
      deposits:
        "Savings Account, Current Account, Term Deposit, Standing Order, Account Hold, Dormant Account, Returned Item, Cheque Image, Fee Refund",
      contact: "Customer Verification, Call Note, Balance Enquiry, Service Request",
      wealth: "Custody Account, Portfolio Valuation, Trust Account",
      commercial: "Company Account, Credit Line, Cash Pool, Merchant Contract, Guarantee, Sweep",
      lending:
        "Loan Account, Loan Payout, Collateral, Repayment Plan, Interest Terms, Early Repayment",
      servicing: "Escrow Account, Payoff Statement, Arrears, Hardship Case, Write-off",
      risk: "Exposure, Limit, Rating",
      payments: "Outgoing Payment, Incoming Payment, Payment Repair, Cut-off",
      cards: "Card Link, Card Fee",
      finance: "General Ledger, Suspense Account, Nostro, Accrual, Cost Allocation",
      compliance: "Watchlist Hit, Account Freeze, Customer Risk",
      audit: "Journal Trail, Sample Extract",
      operations: "End Of Day, Batch Job, Interface Queue",
      engineering: "Test Ledger, Product Parameter",
    },
  },
  {
    name: "Loan Origination",
    size: 270,
    actions: [
      ["view", 1],
      ["edit", 1],
      ["decide", 2],
      ["waive", 2],
      ["admin", 3],
    ],
    style: (object, action) => `LOS|${object}|${action}`,
    objects: {
      branch: "Lead, Quick Quote, Appointment",
      lending:
        "Mortgage Application, Personal Loan, Car Loan, Income Check, Affordability, Property Valuation, Title Search, Rate Lock, Conditions, Offer Letter, Closing Package, Broker Channel, Co-borrower, Debt Ratio, Fraud Flag, Document Checklist, Pricing Exception, Second Charge, Renewal, Declined Pool",
      commercial:
        "Business Loan, Covenant, Facility Letter, Syndication, Financial Spread, Group Exposure, Guarantor, Asset Finance, Invoice Finance, Trade Line",
      servicing: "Payout Request, Escrow Setup, Boarding, Insurance Proof, Tax Certificate",
      risk: "Scorecard, Policy Rule, Override Report, Risk Grade, Portfolio Limit, Stress Case",
      wealth: "Lombard Loan, Private Mortgage",
      compliance: "Adverse Action, Fair Lending Sample, Disclosure",
      audit: "Credit File Review",
      data: "Funnel Report, Approval Statistics",
      operations: "Workflow Engine, Print Service",
      engineering: "Rule Sandbox, Form Designer",
    },
  },
  {
    name: "Card Management",
    size: 190,
    actions: [
      ["view", 1],
      ["order", 1],
      ["change", 1],
      ["release", 2],
      ["admin", 3],
    ],
    style: (object, action) =>
      `card.${squeeze(object.charAt(0).toLowerCase() + object.slice(1))}.${action}`,
    objects: {
      branch: "Debit Card, Instant Issue, Pin Mailer",
      contact: "Card Block, Travel Notice, Replacement, Delivery Status",
      cards:
        "Credit Card, Dispute Case, Chargeback, Merchant Data, Scheme File, Embossing, Tokens, Reward Points, Card Limit, Statement Cycle, Pin Service, Fee Plan, Settlement, Interchange, Fallback Rule",
      compliance: "Fraud Rule, Fraud Alert, Device Profile, Velocity Check, Merchant Watch",
      commercial: "Corporate Card, Purchase Card, Merchant Terminal",
      finance: "Card Ledger, Clearing Balance",
      risk: "Credit Line Model, Behaviour Score",
      operations: "Hsm Link, Authorisation Switch, Batch Window",
      engineering: "Test Card, Simulator",
      data: "Usage Cube",
    },
  },
  {
    name: "Wire Room",
    size: 110,
    actions: [
      ["Enter", 1],
      ["Verify", 1],
      ["Release", 2],
      ["Cancel", 2],
      ["Administer", 3],
    ],
    style: (object, action) => `Wire Room ${object} ${action}`,
    objects: {
      payments:
        "Domestic Wire, Foreign Wire, Urgent Wire, Repetitive Template, Recall, Trace, Cover Payment, Value Date, Fx Deal, Standing Instruction",
      commercial: "Payroll Wire, Client Template, Bulk File",
      finance: "Treasury Transfer, Nostro Funding, Dealer Limit",
      compliance: "Sanctions Hold, Name Screening, Travel Rule",
      branch: "Counter Request",
      audit: "Message Journal",
      operations: "Swift Interface, Cut-off Clock",
      wealth: "Custody Transfer",
    },
  },
  {
    name: "CRM",
    size: 230,
    actions: [
      ["Read", 1],
      ["Edit", 1],
      ["Delete", 2],
      ["Assign", 2],
      ["Export", 3],
    ],
    style: (object, action) => `CRM - ${object} - ${action}`,
    objects: {
      everyone: "Company News",
      branch: "Contact, Visit, Referral, Customer 360, Next Best Offer",
      contact: "Case, Complaint, Callback, Chat Transcript, Knowledge Article, Survey",
      wealth: "Household, Investment Profile, Review Meeting, Suitability, Prospect, Event Guest",
      commercial:
        "Account Plan, Opportunity, Company Tree, Call Report, Wallet Share, Industry Note",
      lending: "Broker, Application Status, Renewal Reminder",
      marketing:
        "Campaign, Segment, E-mail Template, Landing Page, Consent, Newsletter, Event, Asset, Lead Score",
      compliance: "Consent Audit, Complaint Report",
      data: "Dashboard, Forecast Model, Churn List",
      servicing: "Promise To Pay, Arrears Contact, Payment Plan",
      operations: "Integration User, Sandbox",
      engineering: "Custom Object, Apex Class",
      people: "Adviser Scorecard",
    },
  },
];
