import { it } from 'vitest';
import { checkRandomBacktest } from '../../../testing/decisions/backtests.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

it('a backtest with nothing changed reproduces 10,000 random decisions bit for bit, with settings, restrictions, funds and time changed in between', () =>
  checkRandomBacktest(server, { bursts: 500, rules: 15 }));
