import { expect, it } from 'vitest';
import { queueQuery } from './merchant-filters.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');

it('requests the applications that this person can act on, or those that wait for a decision, hits first, oldest first', () => {
  expect(queueQuery({}, 'ASKED_OF_ME', NOW)).toEqual({ relation: 'ASKED_OF_ME', sort: 'queue' });
  expect(queueQuery({}, 'ANY', NOW)).toEqual({ status: 'PENDING_APPROVAL', sort: 'queue' });
  expect(queueQuery({ status: 'ANY', q: 'palm', relation: 'ANY' }, 'ANY', NOW)).toEqual({ q: 'palm', sort: 'queue' });
  expect(queueQuery({ status: 'REJECTED', hits: 'OPEN', kind: 'AMENDMENT', age: '3' }, 'MINE', NOW)).toEqual({
    relation: 'MINE',
    status: 'REJECTED',
    hits: 'OPEN',
    kind: 'AMENDMENT',
    to: '2026-11-17T08:00:00.000Z',
    sort: 'queue',
  });
});
