import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { BankPromise, promisePath, promiseStatement } from './promise.ts';
import { RULE_REASON_LENGTH } from './rule.ts';

export const replacePromise = defineRest({
  id: 'rules.replace-promise',
  sdk: 'rules.replacePromise',
  title: 'Create or replace a promise',
  description:
    'Creates a promise, or replaces the promise with this name. Rule proposals are checked against it before they can be approved. Changing the statement of an existing promise requires a second person.',
  reference: 'docs/interface/promises.md#replace',
  method: 'PUT',
  path: '/promises/{name}',
  scope: 'programs:write',
  params: promisePath,
  request: record({
    ...promiseStatement,
    reason: text(RULE_REASON_LENGTH, {
      description: 'Reason for the promise; also the reason for a change that requires a second person',
    }),
  }),
  response: BankPromise,
  changeKinds: ['rule.retire'],
  takesIdempotencyKey: true,
  errors: ['merchant_list_not_found', 'state_forbids'],
});
