import { backtestBank } from '../bank-backtests.ts';
import type { TestServer } from '../test-server.ts';

/** The program of a product with versions of before, in force and to come, and a backtest of another one. */
export interface MadePrograms {
  readonly productCode: string;
  /** Of the whole bank, with a version that nobody made yet. */
  readonly run: string;
}

export async function makeOwnPrograms(server: TestServer): Promise<MadePrograms> {
  const productCode = 'DEBIT-CLASSIC';
  const first = { defaults: { dailyLimit: '500.00', fallbackStatus: 'OFF' }, ceilings: { dailyLimit: '5000.00' } };
  await putProgram(server, productCode, first);
  const ceilings = { dailyLimit: '5000.00', monthlyLimit: '900.00' };
  await putProgram(server, productCode, { defaults: { ...first.defaults, cashTransactionLimit: '300.00' }, ceilings });
  const later = { defaults: { dailyLimit: '800.00' }, ceilings, inForceFrom: '2099-01-01T00:00:00Z' };
  await putProgram(server, productCode, later);
  const program = { product_code: productCode, defaults: { ecomStatus: 'OFF' }, ceilings };
  const { backtest_id: run } = await backtestBank(server, { proposal: { program } });
  return { productCode, run: String(run) };
}

export async function putProgram(server: TestServer, productCode: string, payload: object): Promise<void> {
  const url = `/V2/programs/${productCode}`;
  const { status, text } = await server.request({ method: 'PUT', url, as: 'demo-bank', payload });
  if (status !== 200) throw new Error(`refused: ${text}`);
}
