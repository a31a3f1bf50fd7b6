import { readLimit } from '@cardwright/contract';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { findLimit } from './find-limit.ts';
import { showLimit } from './show-limit.ts';

/** One limit, and what is used of it (docs/interface/limits.md#read). */
export function readLimitOperation(banks: BankDirectory) {
  return implementRest(readLimit, async ({ tx, caller, now, audit }, { params, query }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const found = await findLimit(tx, bankId, { ...query, id: params.id }, false);
    if (!found.ok) return found;
    const { limits, limit, shown, subject } = found.value;
    audit(bankId, subject, 'limit read', { limit: limit.id });
    return ok({ body: showLimit(limits, limit, shown, now) });
  });
}
