import { fail, ok, type Result } from '../kernel/result.ts';
import type { Caller } from './caller.ts';

export function checkScope(caller: Caller, scope: string): Result<undefined, 'scope_missing'> {
  if (caller.scopes.has(scope)) return ok(undefined);
  return fail('scope_missing', { message: `The access token lacks the scope ${scope}` });
}

/**
 * A bank may act only for itself; a network or an acquirer may act for no bank. The result does not depend on whether
 * the other bank exists.
 */
export function checkBank(caller: Caller, bankId: string): Result<undefined, 'wrong_bank'> {
  if (caller.kind === 'bank' && caller.bankId === bankId) return ok(undefined);
  return fail('wrong_bank', { message: 'The access token is not for this bank' });
}
