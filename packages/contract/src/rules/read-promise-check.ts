import { defineRest } from '../operation.ts';
import { PromiseCheck } from './promise.ts';
import { rulePath } from './rule.ts';

export const readPromiseCheck = defineRest({
  id: 'rules.read-promise-check',
  sdk: 'rules.retrievePromiseCheck',
  title: 'Get the promise check of a rule',
  description:
    'Returns whether a rule keeps the promises of the bank, for its proposed version or, if none is proposed, its newest version. A broken promise has a message that breaks it.',
  reference: 'docs/interface/promises.md#check',
  method: 'GET',
  path: '/rules/{rule_id}/promise-check',
  scope: 'programs:read',
  params: rulePath,
  refusesUnknownQuery: true,
  response: PromiseCheck,
  errors: ['rule_not_found'],
});
