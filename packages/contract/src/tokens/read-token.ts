import { defineRest } from '../operation.ts';
import { TokenWithHistory, tokenPath } from './token.ts';

export const readToken = defineRest({
  id: 'tokens.read-token',
  sdk: 'tokens.retrieve',
  title: 'Get a token',
  description: 'Returns a token with its history. The ETag of the response is the version of the token.',
  reference: 'docs/interface/tokens.md#read',
  method: 'GET',
  path: '/tokens/{token_reference}',
  scope: 'tokens:read',
  params: tokenPath,
  response: TokenWithHistory,
  entityTag: 'response',
  errors: ['token_not_found'],
});
