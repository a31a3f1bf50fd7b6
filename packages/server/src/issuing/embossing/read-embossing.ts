import { PLASTIC_REASONS, readEmbossing } from '@cardwright/contract';
import { ok } from '../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../banks/index.ts';
import { readOverview } from './overview.ts';
import { countPending } from './waiting-store.ts';

const MAX_RUNS = 20;
/** How many waiting cards are sorted individually. After a renewal, a hundred thousand may wait. */
const MAX_SORTED = 1_000;
const MAX_CARDS = 100;

/** Reads the waiting cards and the last runs (docs/interface/cards.md#embossing). */
export function readEmbossingOperation(banks: BankDirectory) {
  return implementBankRest(readEmbossing, banks, async ({ tx, bank, now, audit }) => {
    const pendingCounts = await countPending(tx, bank.bankId);
    const { held, leftOut, runs } = await readOverview(tx, bank, now, MAX_RUNS, MAX_SORTED);
    const since = pendingCounts.map((row) => row.since.getTime());
    const body = {
      waiting: pendingCounts.reduce((sum, { count }) => sum + count, 0),
      waiting_since: since.length === 0 ? null : new Date(Math.min(...since)).toISOString(),
      by_reason: PLASTIC_REASONS.flatMap((reason) => {
        const row = pendingCounts.find((one) => one.reason === reason);
        return row === undefined ? [] : [{ reason, count: row.count }];
      }),
      not_written: [...held, ...leftOut]
        .slice(0, MAX_CARDS)
        .map(({ exid, because }) => ({ card_identifier_id: exid, because })),
      runs: runs.map((run) => ({
        run_number: run.run_number,
        state: run.state,
        taken_at: run.taken_at.toISOString(),
        written_at: run.written_at?.toISOString() ?? null,
        cards: run.card_count,
        file_name: run.file_name,
        reprints: run.reprints,
      })),
    };
    audit(bank.bankId, 'embossing', 'read', { waiting: body.waiting, runs: body.runs.length });
    return ok({ body });
  });
}
