import { statement, type Tx } from '../../platform/storage/index.ts';

/** Cards that have waited too long for a file, or a run whose file may not exist. */
export interface OverdueRow {
  run_number: number | null;
  since: Date;
  cards: number;
}

const selectOverdue = statement(
  'embossing.select-overdue',
  `select null::int as run_number, min(queued_at) as since, count(*)::int as cards
     from embossing_queue
    where bank_id = $1 and run_number is null and left_out is null and held_because is null and queued_at < $2
   having count(*) > 0
   union all
   select run_number, taken_at, card_count from embossing_runs where bank_id = $1 and state = 'TAKEN' and taken_at < $2`,
);

/** Reads the cards and runs that should have been written to a file before `dueBefore`. */
export function readOverdue(tx: Tx, bankId: string, dueBefore: Date): Promise<OverdueRow[]> {
  return tx.query(selectOverdue, [bankId, dueBefore]);
}
