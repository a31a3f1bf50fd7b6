/** Clients of the bank: an approver, one that is none, one of the analyst, and two of one person. */
export const SECOND_PERSON_CLIENTS = [
  { client_id: 'risk-engine', scopes: ['programs:read', 'programs:write', 'changes:read'] },
  { client_id: 'plain-approver', scopes: ['changes:read', 'changes:approve', 'programs:read'] },
  { client_id: 'marked-approver', scopes: ['changes:read', 'changes:approve', 'programs:read'], approver: true },
  {
    client_id: 'client-of-noor',
    scopes: ['programs:write', 'changes:read', 'changes:approve'],
    approver: true,
    person: 'sandbox#noor',
  },
  { client_id: 'one-of-two', scopes: ['programs:write', 'changes:read'], person: 'idp#twin' },
  {
    client_id: 'other-of-two',
    scopes: ['changes:read', 'changes:approve', 'rules:approve'],
    person: 'idp#twin',
    approver: true,
  },
  { client_id: 'night-shift', scopes: ['programs:write', 'changes:read', 'changes:break-glass'] },
] as const;
