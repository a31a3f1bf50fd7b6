import { defineRest } from '../operation.ts';
import { record, text } from '../schema/fields.ts';
import { changeReason } from './token.ts';
import { tokenChange } from './token-change.ts';

export const ACTIVATION_CODE_DIGITS = 6;

export const activateToken = defineRest({
  ...tokenChange,
  id: 'tokens.activate-token',
  sdk: 'tokens.activate',
  title: 'Activate a token',
  description:
    'Activates a token with the activation code that the cardholder entered. A wrong code counts as an attempt.',
  reference: 'docs/interface/tokens.md#activate',
  path: '/tokens/{token_reference}/activate',
  request: record({
    activation_code: text(ACTIVATION_CODE_DIGITS, {
      minLength: ACTIVATION_CODE_DIGITS,
      fieldFormat: 'digits',
      description: 'Code as entered by the cardholder',
    }),
    ...changeReason(),
  }),
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});
