import type { Caller } from '../../platform/access/index.ts';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';

/** Returns the acquirer of the caller. Only acquirers have merchants; banks and networks have none. */
export function callerAcquirer({ acquirerId }: Caller): Result<string, 'wrong_bank'> {
  return acquirerId === undefined ? fail('wrong_bank', { message: 'Only acquirers have merchants' }) : ok(acquirerId);
}
