import { deleteLimit } from '@cardwright/contract';
import { recordChange } from '../accounts/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { findLimit } from './find-limit.ts';
import { removeLimit } from './limit.ts';
import { storeLimits } from './limit-store.ts';
import { showLimit } from './show-limit.ts';
import { storeLimit } from './stored-limits.ts';

/** Ends a limit (docs/interface/limits.md#delete). */
export function deleteLimitOperation(banks: BankDirectory) {
  return implementRest(deleteLimit, async ({ tx, caller, now, audit }, { params, query }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const found = await findLimit(tx, bankId, { ...query, id: params.id }, true);
    if (!found.ok) return found;
    const { account, cardId, limits, limit, shown, subject } = found.value;
    await storeLimits(tx, bankId, account.account_id, removeLimit(limits, limit.key));
    const change = { kind: 'LIMIT', limit: storeLimit(limit), isSet: false, by: caller.clientId } as const;
    await recordChange(
      tx,
      bankId,
      account.account_id,
      cardId === undefined ? change : { ...change, cardId: String(cardId) },
      now,
    );
    const body = showLimit(limits, limit, shown, now);
    audit(bankId, subject, 'limit deleted', { limit: limit.id }, { before: { limit: body }, after: { limit: null } });
    return ok({ body });
  });
}
