import { readLimit } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { type BankDirectory, bankOfCaller } from '../banks/index.ts';
import { findLimit } from './find-limit.ts';
import { sharedPlace } from './limit-place.ts';
import { toLimitResponse } from './limit-response.ts';
import { toSharedLimitResponse } from './shared-limits.ts';

/** Reads one limit and its use (docs/interface/limits.md#read). */
export function readLimitOperation(banks: BankDirectory) {
  return implementRest(readLimit, async ({ tx, caller, now, audit }, { params, query }) => {
    const calling = bankOfCaller(caller, banks);
    if (!calling.ok) return calling;
    const { bankId } = calling.value;
    const place = sharedPlace(query);
    if (!place.ok) return place;
    if (place.value !== undefined) {
      const sharedLimit = await toSharedLimitResponse(tx, calling.value, place.value, now);
      if (sharedLimit === undefined) return fail('program_not_found');
      const body = sharedLimit.find(({ id }) => id === params.id);
      if (body === undefined) return fail('limit_not_found', { subject: place.value.subject });
      audit(bankId, place.value.subject, 'limit read', { limit: body.id });
      return ok({ body });
    }
    const match = await findLimit(tx, bankId, { ...query, id: params.id }, now);
    if (!match.ok) return match;
    const { limits, limit, displayedOwner, subject } = match.value;
    audit(bankId, subject, 'limit read', { limit: limit.id });
    return ok({ body: toLimitResponse(limits, limit, displayedOwner, now) });
  });
}
