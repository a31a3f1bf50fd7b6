import { describe, expect, it } from 'vitest';
import { matchesFilters } from './filter-requests.ts';

const declined = {
  at: '2026-11-20T08:00:00.000Z',
  client_id: 'demo-network',
  operation: 'authorization.authorize-ecommerce',
  status: 200,
  ms: 1,
  request_id: 'R1',
  account: '001000000001',
  merchant: 'SHOP00000000001',
  decision: '51',
  findings: [],
  warnings: [],
  dropped: 0,
};

describe('the request filter', () => {
  it.each([
    [{}, true],
    [{ type: 'authorization.authorize-ecommerce' }, true],
    [{ type: 'authorization' }, true],
    [{ type: 'auth' }, false],
    [{ account: '001000000001', merchant: 'SHOP00000000001' }, true],
    [{ account: '001000000001', merchant: 'OTHER' }, false],
    [{ decision: 'declined' }, true],
    [{ decision: '51' }, true],
    [{ decision: 'approved' }, false],
    [{ problems: true as const }, false],
  ])('%j matches the request: %j', (filters, isMatch) => {
    expect(matchesFilters(declined, filters)).toBe(isMatch);
  });

  it('treats a request without a decision as neither approved nor declined', () => {
    const { decision: _, ...enquiry } = declined;
    expect([
      matchesFilters(enquiry, { decision: 'declined' }),
      matchesFilters(enquiry, { decision: 'approved' }),
    ]).toEqual([false, false]);
  });
});
