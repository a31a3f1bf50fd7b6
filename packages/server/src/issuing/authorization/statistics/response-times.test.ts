import { expect, it } from 'vitest';
import type { Bank } from '../../../platform/kernel/bank.ts';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { createResponseTimes } from './response-times.ts';

it('of many banks are written in turn, and none is lost or counted twice', async () => {
  const db = await testDatabase();
  try {
    const times = createResponseTimes(db.database);
    const calendar = createCalendar('Asia/Dubai', '00:00');
    const note = (bankId: string, ms: number) =>
      times.note({ bankId, calendar } as Bank, ms, new Date('2026-11-21T20:10:00Z'));
    const written = () =>
      db.sql(`select bank_id, sum(messages)::int as messages from authorization_response_times
               where grain = 'hour' group by 1 order by 1`);
    note('ONE', 5);
    note('TWO', 5);
    note('ONE', 50);
    note('THREE', 5);
    await times.flush(2);
    expect(await written()).toEqual([
      { bank_id: 'ONE', messages: 2 },
      { bank_id: 'TWO', messages: 1 },
    ]);
    // a bank that was written goes behind the banks that wait
    note('ONE', 5);
    await times.flush(1);
    expect(await written()).toEqual([
      { bank_id: 'ONE', messages: 2 },
      { bank_id: 'THREE', messages: 1 },
      { bank_id: 'TWO', messages: 1 },
    ]);
    await times.flush();
    expect((await written())[0]).toEqual({ bank_id: 'ONE', messages: 3 });
  } finally {
    await db.close();
  }
});
