import { changeReason } from '../change-requests/change-request.ts';
import { BANK_CHANGE_KINDS } from '../change-requests/change-values.ts';
import { defineRest } from '../operation.ts';
import { list, optional, record } from '../schema/fields.ts';
import { Configuration } from './configuration.ts';
import { ConfigurationChange, fingerprint } from './configuration-change.ts';

export const applyConfiguration = defineRest({
  id: 'configuration.apply-configuration',
  sdk: 'configuration.apply',
  title: 'Apply a configuration',
  description:
    'Makes all changes of a plan in one transaction, or none. Rules are only proposed; another person approves them.',
  reference: 'docs/interface/configuration.md#apply',
  method: 'POST',
  path: '/configuration/apply',
  scope: 'programs:write',
  request: record({
    configuration: Configuration,
    fingerprint: fingerprint('Fingerprint of the plan'),
    reason: optional(changeReason()),
  }),
  response: record({
    changes: list(ConfigurationChange, { description: 'Changes that were made' }),
    remaining: list(ConfigurationChange, { description: 'Differences that remain: AWAIT and KEEP' }),
  }),
  changeKinds: BANK_CHANGE_KINDS,
  takesIdempotencyKey: true,
  errors: ['program_not_found', 'merchant_list_not_found', 'state_forbids', 'changed_meanwhile'],
});
