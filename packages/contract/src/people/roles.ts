import type { Scope } from '../scopes.ts';

/** Kinds of tenants that people work for: a bank, an acquirer, or the operator of this service. */
export const TENANT_KINDS = ['bank', 'acquirer', 'operator'] as const;
export type TenantKind = (typeof TENANT_KINDS)[number];

interface RoleMeaning {
  readonly of: readonly TenantKind[];
  readonly meaning: string;
  readonly scopes: readonly Scope[];
  /** Whether personal data is shown by default, without a request for each customer. */
  readonly seesPersonalData: boolean;
}

const SCOPES_OF_ALL = ['sessions:own'] as const;
const TASKS = ['tasks:read', 'tasks:write'] as const;
const AGENT = [
  'clients:read',
  'accounts:read',
  'cards:read',
  'cards:block',
  'exceptions:write',
  'authorizations:read',
  'settings:read',
  'restrictions:read',
  'insurance:read',
  'programs:read',
  'tokens:read',
  'notes:read',
  'notes:write',
  'views:write',
  'exceptions:request',
  ...TASKS,
  ...SCOPES_OF_ALL,
] as const;

/** Roles of people, as scopes: docs/interface/people.md#roles. */
export const ROLE_MEANINGS = {
  agent: {
    of: ['bank'],
    meaning:
      'Finds and reads customers, cards, decisions and tokens; blocks and replaces cards; allows one payment, or requests it from card operations; writes notes about customers',
    scopes: AGENT,
    seesPersonalData: false,
  },
  'card-operations': {
    of: ['bank'],
    meaning:
      'All rights of an agent; changes settings, limits, restrictions, insurance, final card statuses, funds, tokens and embossing; decides payment requests of agents',
    scopes: [
      ...AGENT,
      'clients:write',
      'accounts:write',
      'cards:write',
      'settings:write',
      'restrictions:write',
      'programs:write',
      'insurance:write',
      'tokens:write',
      'embossing:read',
      'notifications:read',
      'changes:read',
      'changes:write',
      'exceptions:decide',
      'exports:own',
    ],
    seesPersonalData: true,
  },
  analyst: {
    of: ['bank'],
    meaning: 'Reads decisions and tokens; previews messages and settings; proposes rules',
    scopes: [
      'accounts:read',
      'cards:read',
      'authorizations:read',
      'settings:read',
      'restrictions:read',
      'tokens:read',
      'programs:read',
      'programs:write',
      'changes:read',
      'changes:write',
      'views:write',
      'exceptions:request',
      'exports:own',
      ...TASKS,
      ...SCOPES_OF_ALL,
    ],
    seesPersonalData: false,
  },
  'bank-admin': {
    of: ['bank'],
    meaning:
      'Manages webhooks and their keys, contract warnings, network connections, and people of the bank with their sessions; approves or rejects rules, with the backtests of their proposals, and changes that another person requested',
    scopes: [
      'webhooks:read',
      'webhooks:write',
      'notifications:read',
      'contract-warnings:read',
      'networks:read',
      'people:read',
      'people:write',
      'programs:read',
      'rules:approve',
      'changes:read',
      'changes:write',
      'changes:approve',
      ...TASKS,
      ...SCOPES_OF_ALL,
    ],
    seesPersonalData: true,
  },
  'duty-manager': {
    of: ['bank'],
    meaning:
      'In addition to another role: applies an own change immediately, without a second person, when no one else is available',
    scopes: ['changes:read', 'changes:write', 'changes:break-glass', ...SCOPES_OF_ALL],
    seesPersonalData: false,
  },
  auditor: {
    of: ['bank', 'acquirer', 'operator'],
    meaning: 'Reads all data of the tenant; changes nothing',
    scopes: [
      'clients:read',
      'accounts:read',
      'cards:read',
      'authorizations:read',
      'settings:read',
      'restrictions:read',
      'insurance:read',
      'tokens:read',
      'embossing:read',
      'notes:read',
      'programs:read',
      'notifications:read',
      'webhooks:read',
      'merchants:read',
      'contract-warnings:read',
      'audit:read',
      'changes:read',
      'networks:read',
      'people:read',
      'exports:own',
      ...SCOPES_OF_ALL,
    ],
    seesPersonalData: false,
  },
  boarding: {
    of: ['acquirer'],
    meaning: 'Sends applications and amendments, and tracks them',
    scopes: ['merchants:write', 'merchants:read', 'contract-warnings:read', 'exports:own', ...SCOPES_OF_ALL],
    seesPersonalData: true,
  },
  reviewer: {
    of: ['acquirer'],
    meaning: 'Reviews applications; cannot review and approve the same application',
    scopes: ['merchants:read', 'merchants:review', 'exports:own', ...TASKS, ...SCOPES_OF_ALL],
    seesPersonalData: false,
  },
  approver: {
    of: ['acquirer'],
    meaning:
      'Approves or rejects applications that another person reviewed, or returns them to review; changes the rules for onboarding together with another approver',
    scopes: [
      'merchants:read',
      'merchants:approve',
      'merchants:configure',
      'changes:read',
      'changes:write',
      'changes:approve',
      'exports:own',
      ...TASKS,
      ...SCOPES_OF_ALL,
    ],
    seesPersonalData: true,
  },
  operator: {
    of: ['operator'],
    meaning:
      'Reads the status of the service and runs its checks; reads network connections; manages people of the operator and their sessions; has no access to cards and personal data',
    scopes: ['service:read', 'networks:read', 'people:read', 'people:write', ...SCOPES_OF_ALL],
    seesPersonalData: false,
  },
} as const satisfies Record<string, RoleMeaning>;

export type Role = keyof typeof ROLE_MEANINGS;
export const ROLES = Object.keys(ROLE_MEANINGS) as Role[];

const meanings: Readonly<Record<Role, RoleMeaning>> = ROLE_MEANINGS;

export function isRoleOf(role: Role, tenant: TenantKind): boolean {
  return meanings[role].of.includes(tenant);
}

/** Returns the scopes of a person with these roles. Scopes of acquirers have no use at a bank, and vice versa. */
export function scopesOfRoles(roles: readonly Role[], tenant: TenantKind): Scope[] {
  const all = roles.filter((role) => isRoleOf(role, tenant)).flatMap((role) => meanings[role].scopes);
  const others = (scope: Scope) => SHARED.has(scope) || scope.startsWith('merchants:') === (tenant === 'acquirer');
  const isOperatorScope = (scope: Scope) => OF_OPERATOR.has(scope) || scope === 'networks:read';
  const isTenantScope = (scope: Scope) => (tenant === 'operator' ? isOperatorScope(scope) : others(scope));
  return [...new Set(all)].filter(isTenantScope).sort();
}

const OF_OPERATOR: ReadonlySet<Scope> = new Set([
  'service:read',
  'people:read',
  'people:write',
  'sessions:own',
  'audit:read',
]);
const SHARED: ReadonlySet<Scope> = new Set([
  ...OF_OPERATOR,
  'webhooks:read',
  'webhooks:write',
  'contract-warnings:read',
  'exports:own',
  'changes:read',
  'changes:write',
  'changes:approve',
  ...TASKS,
]);

export function rolesSeePersonalData(roles: readonly Role[]): boolean {
  return roles.some((role) => meanings[role].seesPersonalData);
}
