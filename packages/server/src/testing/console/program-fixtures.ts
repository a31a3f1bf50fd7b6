import { amountFields, use } from '../cards/card-control.ts';
import type { IssuedCard } from '../cards/issued-cards.ts';
import { backtestBank } from '../decisions/bank-backtests.ts';
import type { TestServer } from '../test-server.ts';

/** A product's program with past, current and future versions, and a backtest of another version. */
export interface ProgramFixtures {
  readonly productCode: string;
  /** The id of a backtest of the whole bank, with a version that does not exist yet. */
  readonly run: string;
}

const ONLINE = { field: 'channel', op: 'eq', value: 'ECOM' };

export async function makeOwnPrograms(server: TestServer, card: IssuedCard): Promise<ProgramFixtures> {
  const productCode = 'DEBIT-CLASSIC';
  const first = { defaults: { dailyLimit: '500.00', fallbackStatus: 'OFF' }, ceilings: { dailyLimit: '5000.00' } };
  await putProgram(server, productCode, first);
  const ceilings = { dailyLimit: '5000.00', monthlyLimit: '900.00' };
  const limits = [
    {
      id: 'ONLINE_A_DAY',
      level: 'bank',
      measure: 'amount',
      window: { calendar: 'day' },
      max: '25000.00',
      where: ONLINE,
    },
    { id: 'OF_PRODUCT', level: 'program', measure: 'merchants', window: { calendar: 'week' }, max: '6' },
    { id: 'ALL_DAY', level: 'account', measure: 'count', of: 'both', window: { sliding: 86_400 }, max: '60' },
  ];
  const defaults = { ...first.defaults, cashTransactionLimit: '300.00' };
  await putProgram(server, productCode, { defaults, ceilings, limits });
  for (const merchant of ['SHOP1', 'SHOP2', 'SHOP3']) {
    await use(server, card, { ...amountFields(2_500), Card_Acceptor_Identification_Code: merchant });
  }
  const fewer = limits.slice(0, 2).map((limit) => ({ ...limit, max: '3' }));
  const later = { defaults: { dailyLimit: '800.00' }, ceilings, limits: fewer, inForceFrom: '2099-01-01T00:00:00Z' };
  await putProgram(server, productCode, later);
  const program = { product_code: productCode, defaults: { ecomStatus: 'OFF' }, ceilings, limits: limits.slice(2) };
  const { backtest_id: run } = await backtestBank(server, { proposal: { program } });
  return { productCode, run: String(run) };
}

export async function putProgram(server: TestServer, productCode: string, payload: object): Promise<void> {
  const url = `/V2/programs/${productCode}`;
  const { status, text } = await server.request({ method: 'PUT', url, as: 'demo-bank', payload });
  if (status !== 200) throw new Error(`refused: ${text}`);
}
