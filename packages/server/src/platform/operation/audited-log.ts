import { type Caller, callerLog } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** The audit log of the caller's tenant. A card network has none, and must not read the operator's. */
export function auditedLog(caller: Caller): Result<string, 'wrong_bank'> {
  if (caller.kind !== 'network') return ok(callerLog(caller));
  return fail('wrong_bank', { message: 'A card network has no log of its own' });
}
