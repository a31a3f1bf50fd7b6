import type { NetworkProcess } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { addAnswers, latestMessages } from './sum-processes.ts';

const processOf = (server: string, answers: NetworkProcess['answers'], times: readonly string[]): NetworkProcess => ({
  ...{ server, seen_at: '', state: 'connected', since: '', connections: 1, in_flight: 0 },
  ...{ last_echo_at: null, last_echo_ms: null, certificate_expires_at: null, answers },
  messages: times.map((at) => ({ at, is_sent: false, request: { mti: '0100', fields: [] }, response: null, ms: 1 })),
});

it('adds the answers of all processes, and lists their latest 20 messages', () => {
  const seconds = Array.from({ length: 15 }, (_, at) => `2026-11-20T08:00:${String(59 - at * 2)}Z`);
  const one = processOf('one', [{ code: '00', messages: 2 }], seconds);
  const codes = [
    { code: 'none', messages: 1 },
    { code: '00', messages: 3 },
  ];
  const two = processOf('two', codes, ['2026-11-20T08:00:58Z', '2026-11-20T07:59:00Z', '2026-11-20T07:58:00Z']);
  expect(addAnswers([one, two])).toEqual([
    { code: '00', messages: 5 },
    { code: 'none', messages: 1 },
  ]);
  const lines = latestMessages([one, two]);
  expect(lines.length).toBe(18);
  expect(lines.slice(0, 3).map(({ server }) => server)).toEqual(['one', 'two', 'one']);
  expect(latestMessages([one, two, one]).length).toBe(20);
});
