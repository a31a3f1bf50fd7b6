import { hostname } from 'node:os';
import { writeAudit } from '../audit/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Vault } from '../vault/index.ts';
import type { CardNotWritten, EmbossDeps, EmbossRequest } from './emboss-bank.ts';
import { renderFile, sha256 } from './file-content.ts';
import { type HeldBecause, hold, type LeftOut, leaveOut, readWaiting, takeEntries } from './queue-store.ts';
import { fileFacts, recordContext, revealFor } from './run-records.ts';
import { claimDay, insertRun, nextRunNumber, type RunRow, readRun } from './run-store.ts';
import { type ReadyCard, type Sorted, sortWaiting } from './sort-waiting.ts';

export interface TakenRun {
  /** Undefined where nothing could be written. */
  readonly run: RunRow | undefined;
  readonly content: Buffer | undefined;
  readonly held: readonly CardNotWritten<HeldBecause>[];
  readonly leftOut: readonly CardNotWritten<LeftOut>[];
  readonly cutAddresses: readonly string[];
}

/** Another server has had the day's scheduled run. */
const NOTHING: TakenRun = { run: undefined, content: undefined, held: [], leftOut: [], cutAddresses: [] };

/**
 * Gives all that waits to a run: number, cards, their records as they are now and the hash of the content, in one
 * transaction. From here on the content is fixed, whoever writes it and how often. The caller holds the bank's lock.
 */
export function takeRun(deps: EmbossDeps, request: EmbossRequest): Promise<TakenRun> {
  const { bank, now, scheduledDay } = request;
  return deps.database.transaction<TakenRun>(async (tx) => {
    if (scheduledDay !== undefined && !(await claimDay(tx, bank.bankId, scheduledDay))) {
      return { commit: false, result: NOTHING };
    }
    const sorted = sortWaiting(await readWaiting(tx, bank.bankId), bank.calendar.localDate(now));
    await putAside(tx, request, sorted);
    const made = sorted.ready.length === 0 ? undefined : await makeRun(tx, deps, request, sorted.ready);
    await deps.atStep?.('run about to be taken');
    return {
      commit: true,
      result: {
        run: made?.run,
        content: made?.content,
        held: sorted.held.map(({ row, because }) => ({ exid: row.exid, because })),
        leftOut: sorted.leftOut.map(({ row, because }) => ({ exid: row.exid, because })),
        cutAddresses: sorted.ready.filter(({ isCut }) => isCut).map(({ row }) => row.exid),
      },
    };
  });
}

/** Keeps why cards are in no file; a card that goes on waiting is told of once. */
async function putAside(tx: Tx, request: EmbossRequest, { held, leftOut }: Sorted): Promise<void> {
  const { bankId } = request.bank;
  await leaveOut(
    tx,
    bankId,
    leftOut.map(({ row, because }) => ({ queueId: row.queue_id, because })),
  );
  const newlyHeld = held.filter(({ row, because }) => row.held_because !== because);
  await hold(
    tx,
    bankId,
    newlyHeld.map(({ row }) => row.queue_id),
    'NO_NAME',
  );
  for (const { row, because } of [...leftOut, ...newlyHeld]) {
    await writeAudit(tx, bankId, request.now, {
      actor: request.actor,
      operation: 'embossing.emboss-bank',
      subject: `card:${row.exid}`,
      outcome: 'not embossed',
      requestId: request.requestId,
      details: { because, sequenceNumber: row.sequence_number },
    });
  }
}

async function makeRun(
  tx: Tx,
  { vault, isSandbox }: EmbossDeps,
  request: EmbossRequest,
  ready: readonly ReadyCard[],
): Promise<{ run: RunRow; content: Buffer }> {
  const { bank, now, actor } = request;
  const { bankId } = bank;
  const runNumber = await nextRunNumber(tx, bankId);
  const cardIds = ready.map(({ row }) => row.card_id);
  const numbers = await revealFor(tx, vault, request, { runNumber, cardIds, purpose: 'RUN' });
  const cards = ready.map(({ row, facts }) => ({ facts, pan: numbers.get(row.card_id)! }));
  const file = fileFacts(bank, { runNumber, takenAt: now, isSandbox });
  const content = renderFile(file, cards);
  await insertRun(tx, bankId, {
    runNumber,
    takenAt: now,
    actor,
    host: hostname(),
    cardCount: ready.length,
    fileFacts: file,
    contentSha256: sha256(content),
  });
  const records = ready.map((card) => sealRecord(vault, bankId, card));
  const taken = await takeEntries(tx, bankId, runNumber, records);
  if (taken !== ready.length) throw new Error('cards of this run were taken by another one');
  return { run: (await readRun(tx, bankId, runNumber))!, content };
}

function sealRecord(vault: Vault, bankId: string, { row, facts }: ReadyCard) {
  const { sealed, keyVersion } = vault.seal(recordContext(bankId, row.queue_id), JSON.stringify(facts));
  return { queueId: row.queue_id, sealed, keyVersion };
}
