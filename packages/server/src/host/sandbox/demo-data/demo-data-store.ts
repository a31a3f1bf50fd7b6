import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import { DEMO_DAYS } from './payments.ts';

export interface DemoDataRow {
  /** The start of the first day. */
  began_at: Date;
  /** The number of completed days. Repeating part of the next day changes nothing. */
  days_done: number;
}

const beginStatement = statement(
  'sandbox.begin-demo-data',
  `insert into sandbox_demo_data (began_at) values ($1)
   on conflict (only_row) do update set days_done = sandbox_demo_data.days_done returning began_at, days_done`,
);

/** Returns the progress. Starts a record if there is none. */
export function beginDemoData(tx: Tx, beganAt: Date): Promise<DemoDataRow> {
  return queryOne<DemoDataRow>(tx, beginStatement, [beganAt]);
}

const updateDaysFilled = statement(
  'sandbox.note-demo-day',
  'update sandbox_demo_data set days_done = greatest(days_done, $1)',
);

export async function recordDemoDay(tx: Tx, daysFilled: number): Promise<void> {
  await tx.query(updateDaysFilled, [daysFilled]);
}

const isBeingFilled = statement(
  'sandbox.is-being-filled',
  'select exists (select from sandbox_demo_data where days_done <= $1) as filling',
);

/** Returns whether the month of data is started and incomplete, in any process. */
export async function isDemoDataRunning(tx: Tx): Promise<boolean> {
  return (await queryOne<{ filling: boolean }>(tx, isBeingFilled, [DEMO_DAYS])).filling;
}
