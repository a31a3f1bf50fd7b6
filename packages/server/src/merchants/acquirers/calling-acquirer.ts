import type { Caller } from '../../access/index.ts';
import { fail, ok, type Result } from '../../kernel/result.ts';

/** Merchants belong to an acquirer: a bank and a network have none. */
export function callingAcquirer({ acquirerId }: Caller): Result<string, 'wrong_bank'> {
  return acquirerId === undefined
    ? fail('wrong_bank', { message: 'Only an acquirer boards merchants' })
    : ok(acquirerId);
}
