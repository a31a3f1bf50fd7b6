import { defineRest } from '../operation.ts';
import { tokenPath } from './token.ts';
import { TokenControls } from './token-controls.ts';

export const readControls = defineRest({
  id: 'tokens.read-controls',
  sdk: 'tokens.controls',
  title: 'Get the controls of a token',
  description: 'Returns the controls of a token. The ETag of the response is the version of the token.',
  reference: 'docs/interface/token-controls.md#read',
  method: 'GET',
  path: '/tokens/{token_reference}/controls',
  scope: 'tokens:read',
  params: tokenPath,
  response: TokenControls,
  entityTag: 'response',
  errors: ['token_not_found'],
});
