import type { AmendmentType, MerchantState } from '@cardwright/contract';
import { fail, ok, type Result } from '../../platform/kernel/result.ts';

const STATE_CHANGES: readonly AmendmentType[] = ['HOLD', 'RELEASE', 'CLOSURE'];

/**
 * Returns the state of a boarded merchant after an amendment. RELEASE applies first, then changes of data, then HOLD or
 * CLOSURE. A merchant on hold accepts RELEASE, with or without other types, and CLOSURE without other types. A closed
 * merchant accepts nothing.
 */
export function moveState(
  state: MerchantState,
  types: readonly AmendmentType[],
): Result<MerchantState, 'state_forbids'> {
  const refuse = (message: string) => fail('state_forbids', { message });
  if (state === 'CLOSED') return refuse('is closed, which is final');
  const releases = types.includes('RELEASE');
  if (releases && state !== 'ON_HOLD') return refuse('is not on hold, so it cannot be released');
  const isOnHold = state === 'ON_HOLD' && !releases;
  if (isOnHold && types.includes('HOLD')) return refuse('is on hold already');
  if (isOnHold && types.some((type) => !STATE_CHANGES.includes(type))) {
    return refuse('is on hold: only RELEASE (alone or with others) or CLOSURE alone is possible');
  }
  if (types.includes('CLOSURE')) return ok('CLOSED');
  return ok(types.includes('HOLD') ? 'ON_HOLD' : 'ACTIVE');
}
