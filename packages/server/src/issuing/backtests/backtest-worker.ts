import { parentPort, workerData } from 'node:worker_threads';
import { BACKGROUND_NICENESS, setThreadPriority } from '../../platform/kernel/concurrency/thread-priority.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { openDatabase } from '../../platform/storage/index.ts';
import { openBankDirectory } from '../banks/index.ts';
import type { BacktestTask, FromBacktestWorker } from './backtest-thread.ts';
import { carryOut } from './carry-out.ts';

/** The worker thread carries out one run. It has two connections: one reads history, the other reports progress. */
const { connection, order } = workerData as BacktestTask;
/** Ten minutes, because reading a bank's history takes long. */
const STATEMENT_MS = 600_000;

setThreadPriority(BACKGROUND_NICENESS);

const answer = (message: FromBacktestWorker) => parentPort?.postMessage(message);

const database = openDatabase({ connection, maxConnections: 2, statementTimeoutMs: STATEMENT_MS, onError: () => {} });
try {
  const banks = await openBankDirectory(database);
  const bank = requireValue(banks.bank(order.bankId), 'the bank of a backtest');
  answer({ kind: 'ended', outcome: await carryOut(order, bank, database) });
} catch (error) {
  answer({ kind: 'broken', message: String(error) });
} finally {
  await database.close();
}
