export const auditTrailRoute = { name: "auditTrail", path: "/audit-trail" } as const;
