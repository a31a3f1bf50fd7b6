/** Scopes of access tokens: docs/interface/callers.md#scopes. */
export const SCOPE_MEANINGS = {
  'clients:write': 'To register clients',
  'accounts:write': 'To open accounts and move their funds',
  'accounts:read': 'To read balances',
  'cards:write': 'To issue cards and change their status',
  'cards:read': 'To read cards',
  'restrictions:write': 'To restrict cards',
  'restrictions:read': 'To read restrictions',
  'settings:write': 'To change card settings',
  'settings:read': 'To read card settings',
  'insurance:read': 'To read insurance programs of cards',
  'insurance:write': 'To change insurance programs of cards',
  'authorizations:write': 'To send authorizations, reversals and completions',
  'authorizations:read': 'To read decisions, and to ask what a message or other settings would do',
  'tokens:write': 'To make and change tokens',
  'tokens:read': 'To read tokens',
  'notifications:write': 'To send token notifications to a bank',
  'notifications:read': 'To read received token notifications',
  'webhooks:write': 'To set up webhook endpoints',
  'webhooks:read': 'To read webhook endpoints and deliveries',
  'merchants:write': 'To board and amend merchants',
  'merchants:read': 'To follow merchants',
  'merchants:review': 'To review merchants',
  'merchants:approve': 'To approve merchants that another person reviewed',
  'contract-warnings:read': 'To read deviations that were accepted',
} as const;
export type Scope = keyof typeof SCOPE_MEANINGS;
export const SCOPES = Object.keys(SCOPE_MEANINGS) as Scope[];
