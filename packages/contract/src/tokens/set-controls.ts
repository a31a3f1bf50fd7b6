import { defineRest } from '../operation.ts';
import { tokenPath } from './token.ts';
import { SetTokenControls, TokenControls } from './token-controls.ts';

export const setControls = defineRest({
  id: 'tokens.set-controls',
  sdk: 'tokens.setControls',
  title: 'Set the controls of a token',
  description:
    'Replaces the controls of a token: validity, number of uses, amounts and merchants. The controls apply to messages that contain the token.',
  reference: 'docs/interface/token-controls.md#set',
  method: 'PUT',
  path: '/tokens/{token_reference}/controls',
  scope: 'tokens:write',
  params: tokenPath,
  request: SetTokenControls,
  response: TokenControls,
  takesIdempotencyKey: true,
  entityTag: 'precondition',
  errors: ['token_not_found', 'version_stale', 'state_forbids'],
});
