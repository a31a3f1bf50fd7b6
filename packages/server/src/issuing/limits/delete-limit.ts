import { deleteLimit } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { changeLimits } from './change-limits.ts';
import { findLimit } from './find-limit.ts';
import { removeLimit } from './limit.ts';
import { limitEvent } from './limit-event.ts';
import { toLimitResponse } from './limit-response.ts';

/** Deletes a limit (docs/interface/limits.md#delete). */
export function deleteLimitOperation(banks: BankDirectory) {
  return implementBankRest(deleteLimit, banks, async ({ tx, bankId, caller, now, audit }, { params, query }) => {
    const match = await findLimit(tx, bankId, { ...query, id: params.id }, now, true);
    if (!match.ok) return match;
    const { limits, limit, displayedOwner, subject } = match.value;
    const change = { limit, isSet: false, by: caller.clientId, now };
    await changeLimits(tx, bankId, match.value, removeLimit(limits, limit.key), change);
    const body = toLimitResponse(limits, limit, displayedOwner, now);
    const event = limitEvent(subject, limit.id, body, null);
    audit(
      bankId,
      subject,
      'limit deleted',
      { limit: limit.id },
      { before: { limit: body }, after: { limit: null }, event },
    );
    return ok({ body });
  });
}
