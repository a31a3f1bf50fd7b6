import { expect, it } from 'vitest';
import { terminalLines } from './terminal-log.ts';

const request = { level: 30, time: '2026-11-28T10:00:08.000Z', msg: 'request', method: 'GET', status: 200, ms: 1.5 };
const lineOf = (entry: object) => JSON.stringify({ ...request, ...entry });
const quiet = terminalLines((line) => `readable ${line}`);

it('gives each request one line, also one that is logged for debugging', () => {
  const line = quiet(
    lineOf({ level: 20, path: '/V2/cards', caller: 'demo-bank', error: 'card_not_found', status: 404 }),
  );
  expect(line).toMatch(/^\d\d:\d\d:08 {2}404 {2}GET {4}\/V2\/cards {2}1\.5 ms {2}demo-bank {2}card_not_found\n$/);
});

it('leaves out what a sandbox sends to itself and what machines poll, unless it fails', () => {
  const own = { path: '/V2/webhook/TokenNotification', route: '/V2/webhook/TokenNotification' };
  expect(quiet(lineOf(own))).toBe('');
  expect(quiet(lineOf({ path: '/healthz', route: '/healthz' }))).toBe('');
  expect(quiet(lineOf({ ...own, status: 500 }))).toContain(' 500 ');
});

it('keeps other lines unchanged, and omits those for debugging', () => {
  expect(quiet('{"level":30,"msg":"ready"}')).toBe('readable {"level":30,"msg":"ready"}');
  expect(quiet('{"level":20,"msg":"detail"}')).toBe('');
});
