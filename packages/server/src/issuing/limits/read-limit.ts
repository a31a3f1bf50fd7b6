import { readLimit } from '@cardwright/contract';
import { fail, ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { findLimit } from './find-limit.ts';
import { sharedPlace } from './limit-place.ts';
import { toLimitResponse } from './limit-response.ts';
import { toSharedLimitResponse } from './shared-limits.ts';

/** Reads one limit and its use (docs/interface/limits.md#read). */
export function readLimitOperation(banks: BankDirectory) {
  return implementBankRest(readLimit, banks, async ({ tx, bank, bankId, now, audit }, { params, query }) => {
    const place = sharedPlace(query);
    if (!place.ok) return place;
    if (place.value !== undefined) {
      const sharedLimit = await toSharedLimitResponse(tx, bank, place.value, now);
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
