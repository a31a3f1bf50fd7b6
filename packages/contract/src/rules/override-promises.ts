import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { PromiseCheck } from './promise.ts';
import { RULE_REASON_LENGTH, rulePath, whichVersion } from './rule.ts';

export const overridePromises = defineRest({
  id: 'rules.override-promises',
  sdk: 'rules.overridePromises',
  title: 'Override broken promises',
  description:
    'Allows the approval of a proposed version that breaks promises of the bank. The author and the proposer cannot use this operation.',
  reference: 'docs/interface/promises.md#override',
  method: 'POST',
  path: '/rules/{rule_id}/promise-check/override',
  scope: 'rules:approve',
  params: rulePath,
  request: record({
    version: whichVersion('Proposed version, as it was read'),
    check_id: text(64, { fieldFormat: 'checksum', description: 'Id of the check, as it was read' }),
    reason: text(RULE_REASON_LENGTH, { description: 'Reason, stored with the check and in the audit log' }),
  }),
  response: PromiseCheck,
  takesIdempotencyKey: true,
  errors: ['rule_not_found', 'state_forbids', 'changed_meanwhile'],
});
