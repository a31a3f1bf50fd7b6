import { defineRest } from '../operation.ts';
import { LimitThatWasSet, SetLimit } from './limit.ts';

export const setLimit = defineRest({
  id: 'limits.set-limit',
  sdk: 'limits.set',
  title: 'Set a limit',
  description:
    'Sets a limit of an account, a card or a token. If only its max changes, the limit continues to count; any other change starts a new count.',
  reference: 'docs/interface/limits.md#set',
  method: 'POST',
  path: '/limits',
  scope: 'programs:write',
  request: SetLimit,
  response: LimitThatWasSet,
  takesIdempotencyKey: true,
  errors: ['account_not_found', 'card_not_found', 'merchant_list_not_found', 'state_forbids', 'token_not_found'],
});
