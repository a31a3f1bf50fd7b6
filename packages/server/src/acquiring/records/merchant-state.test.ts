import type { AmendmentType, MerchantState } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { moveState } from './merchant-state.ts';

const REFUSED = 'refused';

/**
 * For each state, every combination of amendments in a request, and the new state. MCC represents any change of data.
 */
const TABLE: [MerchantState, AmendmentType[], MerchantState | typeof REFUSED][] = [
  ['ACTIVE', ['MCC'], 'ACTIVE'],
  ['ACTIVE', ['HOLD'], 'ON_HOLD'],
  ['ACTIVE', ['MCC', 'HOLD'], 'ON_HOLD'],
  ['ACTIVE', ['RELEASE'], REFUSED],
  ['ACTIVE', ['MCC', 'RELEASE'], REFUSED],
  ['ACTIVE', ['CLOSURE'], 'CLOSED'],
  ['ACTIVE', ['MCC', 'CLOSURE'], 'CLOSED'],
  ['ON_HOLD', ['MCC'], REFUSED],
  ['ON_HOLD', ['HOLD'], REFUSED],
  ['ON_HOLD', ['MCC', 'HOLD'], REFUSED],
  ['ON_HOLD', ['RELEASE'], 'ACTIVE'],
  ['ON_HOLD', ['MCC', 'RELEASE'], 'ACTIVE'],
  ['ON_HOLD', ['CLOSURE'], 'CLOSED'],
  ['ON_HOLD', ['MCC', 'CLOSURE'], REFUSED],
  ['CLOSED', ['MCC'], REFUSED],
  ['CLOSED', ['HOLD'], REFUSED],
  ['CLOSED', ['MCC', 'HOLD'], REFUSED],
  ['CLOSED', ['RELEASE'], REFUSED],
  ['CLOSED', ['MCC', 'RELEASE'], REFUSED],
  ['CLOSED', ['CLOSURE'], REFUSED],
  ['CLOSED', ['MCC', 'CLOSURE'], REFUSED],
];

describe('the state of a boarded merchant', () => {
  it.each(TABLE)('%s becomes, with %j: %s', (state, types, expected) => {
    const moved = moveState(state, types);
    expect(moved.ok ? moved.value : REFUSED).toBe(expected);
  });

  it('has a finding 420 with a reason if it forbids an amendment', () => {
    expect(moveState('CLOSED', ['MCC'])).toEqual({
      ok: false,
      error: 'state_forbids',
      message: 'is closed, which is final',
    });
    expect(moveState('ON_HOLD', ['HOLD'])).toMatchObject({ error: 'state_forbids', message: 'is on hold already' });
  });
});
