import { expect, it } from 'vitest';
import { changesByDay } from './changes-by-day.ts';

it('changes are counted by the days of the bank, with those between on which nothing would have been otherwise', () => {
  const changed = (decided_at: string, rule: string) => ({ decided_at, would_be: { action_code: '57', rule } });
  const changes = [
    changed('2026-11-17T19:59:00.000Z', 'ECOM_OFF'),
    changed('2026-11-19T20:01:00.000Z', 'APPROVED'),
    changed('2026-11-20T03:00:00.000Z', 'ECOM_OFF'),
  ];
  const { times, ...counts } = changesByDay(changes, 'Asia/Dubai');
  expect(times.map((time) => new Date(time).toISOString())).toEqual([
    '2026-11-16T20:00:00.000Z',
    '2026-11-17T20:00:00.000Z',
    '2026-11-18T20:00:00.000Z',
    '2026-11-19T20:00:00.000Z',
  ]);
  expect(counts).toEqual({ declined: [1, 0, 0, 1], approved: [0, 0, 0, 1] });
  expect(changesByDay([], 'UTC').times).toEqual([]);
});
