import { expect, it } from 'vitest';
import { changesByDay } from './changes-by-day.ts';

it('changes are counted by the days of the bank, including days without a change', () => {
  const by = (rule: string) => ({ action_code: rule === 'APPROVED' ? '00' : '57', rule });
  const changed = (decided_at: string, was: string, rule: string) => ({ decided_at, was: by(was), would_be: by(rule) });
  const changes = [
    changed('2026-11-17T19:59:00.000Z', 'APPROVED', 'ECOM_OFF'),
    changed('2026-11-19T20:01:00.000Z', 'CNP_OFF', 'APPROVED'),
    changed('2026-11-20T03:00:00.000Z', 'CNP_OFF', 'ECOM_OFF'),
  ];
  const { times, ...counts } = changesByDay(changes, 'Asia/Dubai');
  expect(times.map((time) => new Date(time).toISOString())).toEqual([
    '2026-11-16T20:00:00.000Z',
    '2026-11-17T20:00:00.000Z',
    '2026-11-18T20:00:00.000Z',
    '2026-11-19T20:00:00.000Z',
  ]);
  expect(counts).toEqual({ declined: [1, 0, 0, 0], approved: [0, 0, 0, 1], otherwise: [0, 0, 0, 1] });
  expect(changesByDay([], 'UTC').times).toEqual([]);
});
