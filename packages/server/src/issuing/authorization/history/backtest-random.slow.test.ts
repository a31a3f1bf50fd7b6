import { it } from 'vitest';
import { checkRandomBacktest } from '../../../testing/decisions/backtests.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

it('a backtest without a proposal reproduces 10,000 random decisions bit for bit, with changes of settings, restrictions, funds and time in between', () =>
  checkRandomBacktest(server, { bursts: 500, rules: 15 }));
