import { expect, it } from 'vitest';
import { queueQuery } from './merchant-filters.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');

it('asks for what waits for a decision unless the address says otherwise, hits first, oldest first', () => {
  expect(queueQuery({}, NOW)).toEqual({ status: 'PENDING_APPROVAL', sort: 'queue' });
  expect(queueQuery({ status: 'ANY', q: 'palm' }, NOW)).toEqual({ q: 'palm', sort: 'queue' });
  expect(queueQuery({ status: 'REJECTED', hits: 'OPEN', kind: 'AMENDMENT', age: '3' }, NOW)).toEqual({
    status: 'REJECTED',
    hits: 'OPEN',
    kind: 'AMENDMENT',
    to: '2026-11-17T08:00:00.000Z',
    sort: 'queue',
  });
});
