import { record } from '../schema/fields.ts';
import { changeReason, Token, tokenPath } from './token.ts';

/** Shared by the operations that change one token. */
export const tokenChange = {
  method: 'POST',
  scope: 'tokens:write',
  params: tokenPath,
  request: record(changeReason(), { component: 'TokenChangeReason' }),
  response: Token,
  takesIdempotencyKey: true,
  entityTag: 'precondition',
} as const;
