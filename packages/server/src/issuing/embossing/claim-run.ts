import { hostname } from 'node:os';
import { batchesOf, createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { runWork, type WorkContext } from '../../platform/operation/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { type EmbossDeps, type EmbossRequest, embossingWork } from './embossing-request.ts';
import { CARDS_AT_ONCE, renderFile, sha256 } from './file-content.ts';
import { type QueueOrder, type ReadyCard, type RunRemarks, remarksOn, sortQueue } from './queue-order.ts';
import { hold, leaveOut, type SealedRecord, takeEntries } from './queue-store.ts';
import { claimDay, nextRunNumber } from './run-number-store.ts';
import { fileFacts, recordContext, revealFor } from './run-records.ts';
import { insertRun, type RunRow, readRun } from './run-store.ts';
import { type PendingRow, readPending } from './waiting-store.ts';

export interface ClaimedRun extends RunRemarks {
  /** Undefined if no waiting card can be written. */
  readonly run: RunRow | undefined;
  readonly content: Buffer | undefined;
  /** Whether more cards wait for another run. */
  readonly isMoreWaiting: boolean;
}

/** The result if another server has done the scheduled run of the day. */
const NOTHING: ClaimedRun = {
  run: undefined,
  content: undefined,
  ...remarksOn({ ready: [], held: [], leftOut: [] }),
  isMoreWaiting: false,
};

/**
 * Creates a run of the waiting cards: number, cards, their current records and the hash of the content, in one
 * transaction. The content is fixed from then on, however often it is written. The caller holds the bank's lock.
 */
export function claimEmbossingRun(deps: EmbossDeps, request: EmbossRequest, most: number): Promise<ClaimedRun> {
  const { bank, now, scheduledDay } = request;
  return runWork<ClaimedRun>(deps, embossingWork(request), async (context) => {
    const { tx } = context;
    if (scheduledDay !== undefined && !(await claimDay(tx, bank.bankId, scheduledDay))) {
      return { commit: false, result: NOTHING };
    }
    const pending = await readPending(tx, bank.bankId, most);
    const sorted = await sortInChunks(pending, bank.calendar.localDate(now));
    await recordExceptions(context, bank.bankId, sorted);
    const created = sorted.ready.length === 0 ? undefined : await makeRun(context, deps, request, sorted.ready);
    await deps.atStep?.('run about to be taken');
    return {
      commit: true,
      result: {
        run: created?.run,
        content: created?.content,
        ...remarksOn(sorted),
        isMoreWaiting: pending.length === most && sorted.held.length < most,
      },
    };
  });
}

async function sortInChunks(pendingRows: readonly PendingRow[], localDate: string): Promise<QueueOrder> {
  const throttle = createPauses(1);
  const parts: QueueOrder[] = [];
  for (const rows of batchesOf(pendingRows, { rows: CARDS_AT_ONCE, characters: Number.POSITIVE_INFINITY })) {
    parts.push(sortQueue(rows, localDate));
    await throttle();
  }
  return {
    ready: parts.flatMap(({ ready }) => ready),
    held: parts.flatMap(({ held }) => held),
    leftOut: parts.flatMap(({ leftOut }) => leftOut),
  };
}

/** Audits why cards are not written. A card that stays in the queue is audited only once. */
async function recordExceptions(
  { tx, audit }: WorkContext,
  bankId: string,
  { held, leftOut }: QueueOrder,
): Promise<void> {
  await leaveOut(
    tx,
    bankId,
    leftOut.map(({ row, because }) => ({ queueId: row.queue_id, because })),
  );
  const newlyOnHold = held.filter(({ row, because }) => row.held_because !== because);
  await hold(
    tx,
    bankId,
    newlyOnHold.map(({ row }) => row.queue_id),
    'NO_NAME',
  );
  for (const { row, because } of [...leftOut, ...newlyOnHold]) {
    audit(bankId, `card:${row.exid}`, 'not embossed', { because, sequenceNumber: row.sequence_number });
  }
}

async function makeRun(
  context: WorkContext,
  { vault, isSandbox }: EmbossDeps,
  request: EmbossRequest,
  ready: readonly ReadyCard[],
): Promise<{ run: RunRow; content: Buffer }> {
  const { tx } = context;
  const { bank, now, actor } = request;
  const { bankId } = bank;
  const runNumber = await nextRunNumber(tx, bankId);
  // a command may have opened its vault before a key rotation; rotations wait for transactions, so the key is refreshed
  // within one
  await vault.ring.refresh(tx);
  const cardIds = ready.map(({ row }) => row.card_id);
  const numbers = await revealFor(context, vault, bankId, { runNumber, cardIds, purpose: 'RUN' });
  const cards = ready.map(({ row, facts }) => ({
    facts,
    pan: requireValue(numbers.get(row.card_id), 'the number of a card in the run'),
  }));
  const file = fileFacts(bank, { runNumber, claimedAt: now, isSandbox });
  const content = await renderFile(file, cards);
  await insertRun(tx, bankId, {
    runNumber,
    claimedAt: now,
    actor,
    host: hostname(),
    cardCount: ready.length,
    fileFacts: file,
    contentSha256: sha256(content),
  });
  const records = await sealRecords(vault, bankId, ready);
  const claimed = await takeEntries(tx, bankId, runNumber, records);
  if (claimed !== ready.length) throw new Error('cards of this run were taken by another one');
  return { run: requireValue(await readRun(tx, bankId, runNumber), 'the run that was taken'), content };
}

async function sealRecords(vault: Vault, bankId: string, ready: readonly ReadyCard[]): Promise<SealedRecord[]> {
  const throttle = createPauses(CARDS_AT_ONCE);
  const records: SealedRecord[] = [];
  for (const { row, facts } of ready) {
    const { sealed, keyVersion } = vault.seal(recordContext(bankId, row.queue_id), JSON.stringify(facts));
    records.push({ queueId: row.queue_id, sealed, keyVersion });
    await throttle();
  }
  return records;
}
