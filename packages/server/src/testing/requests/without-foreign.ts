import type { ForeignCase } from './foreign-identifiers.ts';

/** Operations that refer to no data of another bank. Their own tests show that they are isolated. */
export const WITHOUT_FOREIGN: Readonly<Record<string, () => ForeignCase[]>> = {
  'authorization.read-statistics': () => [],
  'authorization.read-decline-report': () => [],
  'tokens.read-provisioning-statistics': () => [],
  'authorization.read-partner': () => [],
  'authorization.read-log-proof': () => [],
  'authorization.list-views': () => [],
  'programs.list-product-programs': () => [],
  'access.read-audit-proof': () => [],
  'embossing.read-embossing': () => [],
  'backtests.list-backtests': () => [],
  'receiver.list-notifications': () => [],
  'webhooks.register-endpoint': () => [],
  'webhooks.list-endpoints': () => [],
  'access.list-contract-warnings': () => [],
  'change-requests.list-change-requests': () => [],
  'tasks.list-tasks': () => [],
  'exports.list-exports': () => [],
  // the filters name objects of the bank, and its own list refuses others: list-authorizations.test.ts
  'exports.start-export': () => [],
  'rules.list-rules': () => [],
  // other banks' objects have the names of own ones: configuration.test.ts
  'configuration.read-configuration': () => [],
  'configuration.plan-configuration': () => [],
  'configuration.apply-configuration': () => [],
  // a rule of the same name is a different rule
  'rules.create-rule': () => [],
  'merchant-lists.list-lists': () => [],
  // a list of the same name is a different list: merchant-lists.test.ts
  'merchant-lists.replace-list': () => [],
  'rules.list-promises': () => [],
  // a promise of the same name is a different promise: promises.test.ts
  'rules.replace-promise': () => [],
  'rules.delete-promise': () => [],
  'people.list-people': () => [],
  'people.list-sessions': () => [],
  'people.end-session': () => [],
};
