import { type Caller, callerLog } from '../access/index.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** The bank or acquirer of a caller, by the name of its audit log. */
export function tenantOfChange(caller: Caller): Result<string, 'wrong_bank'> {
  if (caller.kind === 'bank' || caller.kind === 'acquirer') return ok(callerLog(caller));
  return fail('wrong_bank', { message: 'Only banks and acquirers have this' });
}
