import { afterAll, beforeAll, it } from 'vitest';
import { checkRandomBacktest } from '../../../testing/decisions/backtests.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

it('a backtest with nothing changed reproduces 10,000 random decisions bit for bit, with settings, restrictions, funds and time changed in between', () =>
  checkRandomBacktest(server, { bursts: 500, rules: 15 }));
