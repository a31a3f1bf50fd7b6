import type { Periods } from '../../../platform/kernel/time/periods.ts';
import { statement, type Tx } from '../../../platform/storage/index.ts';

/** An increment of a row of `authorization_response_times`. */
export interface CountedTimes {
  readonly bankId: string;
  readonly grain: keyof Periods;
  readonly startsAt: Date;
  readonly step: number;
  messages: bigint;
}

const addTimes = statement(
  'authorization.add-response-times',
  `insert into authorization_response_times (bank_id, grain, starts_at, step, messages)
   select * from unnest($1::text[], $2::text[], $3::timestamptz[], $4::smallint[], $5::bigint[])
   on conflict (bank_id, grain, starts_at, step) do update
     set messages = authorization_response_times.messages + excluded.messages`,
);

export async function addResponseTimes(tx: Tx, times: readonly CountedTimes[]): Promise<void> {
  const column = <K extends keyof CountedTimes>(name: K) => times.map((one) => one[name]);
  await tx.query(addTimes, [column('bankId'), column('grain'), column('startsAt'), column('step'), column('messages')]);
}

/** The median and 99th percentile of a period's response times, as steps. */
export interface ResponseRow {
  starts_at: Date;
  half: number;
  most: number;
}

const selectTimes = statement(
  'authorization.select-response-times',
  `select starts_at, min(step) filter (where up_to * 2 >= total) as half, min(step) filter (where up_to * 100 >= total * 99) as most
     from (select starts_at, step, sum(messages) over (partition by starts_at order by step) as up_to,
                  sum(messages) over (partition by starts_at) as total
             from authorization_response_times
            where bank_id = $1 and grain = $2 and starts_at = any($3::timestamptz[])) t
    group by starts_at`,
);

export function readResponseTimes(
  tx: Tx,
  bankId: string,
  grain: keyof Periods,
  periods: readonly Date[],
): Promise<ResponseRow[]> {
  return tx.query(selectTimes, [bankId, grain, periods]);
}

/** The response times of all banks in an hour, as steps. */
export interface HourRow extends ResponseRow {
  messages: bigint;
}

const selectHours = statement(
  'authorization.select-response-hours',
  `select starts_at, max(total)::bigint as messages, min(step) filter (where up_to * 2 >= total) as half,
          min(step) filter (where up_to * 100 >= total * 99) as most
     from (select starts_at, step, sum(messages) over (partition by starts_at order by step) as up_to,
                  sum(messages) over (partition by starts_at) as total
             from (select starts_at, step, sum(messages) as messages from authorization_response_times
                    where bank_id = any($1::text[]) and grain = 'hour' and starts_at >= $2 group by starts_at, step) s) t
    group by starts_at order by starts_at desc`,
);

/** Reads the hours that began at a time or later, latest first. */
export function readResponseHours(tx: Tx, bankIds: readonly string[], since: Date): Promise<HourRow[]> {
  return tx.query(selectHours, [bankIds, since]);
}
