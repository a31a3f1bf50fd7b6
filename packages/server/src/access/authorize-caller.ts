import { fail, ok, type Result } from '../kernel/result.ts';
import type { Caller } from './caller.ts';

export function checkScope(caller: Caller, scope: string): Result<undefined, '202'> {
  if (caller.scopes.has(scope)) return ok(undefined);
  return fail('202', { message: `The access token lacks the scope ${scope}` });
}

/**
 * A bank acts for itself only; a network or an acquirer for no bank. The text is the same whether the other bank
 * exists or not.
 */
export function checkBank(caller: Caller, bankId: string): Result<undefined, '203'> {
  if (caller.kind === 'bank' && caller.bankId === bankId) return ok(undefined);
  return fail('203', { message: 'The access token is not for this bank' });
}
