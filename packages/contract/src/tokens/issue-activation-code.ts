import { defineRest } from '../operation.ts';
import { optional, record } from '../schema/fields.ts';
import { activationPref, changeReason } from './token.ts';
import { tokenChange } from './token-change.ts';

export const issueActivationCode = defineRest({
  ...tokenChange,
  id: 'tokens.issue-activation-code',
  sdk: 'tokens.issueActivationCode',
  title: 'Issue an activation code',
  description:
    'Issues the first or a new activation code of a token. The cardholder receives the code through the notification AC. No response contains the code.',
  reference: 'docs/interface/tokens.md#activation-code',
  path: '/tokens/{token_reference}/activation-code',
  request: record({
    activation_pref: optional(activationPref({ requiredWhen: 'the token has no channel yet' })),
    ...changeReason(),
  }),
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});
