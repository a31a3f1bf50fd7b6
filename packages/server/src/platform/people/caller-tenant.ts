import { type Caller, callerLog } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/**
 * Returns the log of the tenant whose people a caller may list. A card network has no bank, and is not the operator.
 */
export function callerTenant(caller: Caller): Result<string, 'wrong_bank'> {
  if (caller.kind !== 'network') return ok(callerLog(caller));
  return fail('wrong_bank', { message: 'A card network has no people here' });
}
