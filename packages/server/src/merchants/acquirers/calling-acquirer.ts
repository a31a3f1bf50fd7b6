import type { Caller } from '../../access/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';

/** Merchants belong to an acquirer: a bank and a network have none. */
export function callingAcquirer({ acquirerId }: Caller): Result<string, '203'> {
  return acquirerId === undefined ? fail('203', { message: 'Only an acquirer boards merchants' }) : ok(acquirerId);
}
