import type { Bank } from '../../platform/kernel/bank.ts';
import { batchesOf, createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import type { WorkContext } from '../../platform/operation/index.ts';
import type { Pan, Vault } from '../../platform/vault/index.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { CARDS_AT_ONCE, type FileFacts, type RecordFacts, renderFile, sha256 } from './file-content.ts';
import { readClaimRows } from './queue-store.ts';
import type { RunRow } from './run-store.ts';

/** Returns the context to which a sealed record is bound. */
export function recordContext(bankId: string, queueId: bigint | string): string {
  return `${bankId}:embossing-record:${queueId}`;
}

export function fileFacts(
  bank: Bank,
  { runNumber, claimedAt, isSandbox }: { runNumber: number; claimedAt: Date; isSandbox: boolean },
): FileFacts {
  const { bankId, bankCode, calendar } = bank;
  // in seconds: the column has no room for milliseconds
  const createdAt = calendar.isoTime(claimedAt).replace(/\.\d+/, '');
  return { bankId, bankCode, runNumber, createdAt, isSandbox };
}

interface Revealed {
  readonly runNumber: number;
  readonly cardIds: readonly bigint[];
  readonly purpose: 'RUN' | 'RESUME' | 'REPRINT';
}

/** Reads the full numbers of a run's cards. Each read is a line of the bank's audit log, without the numbers. */
export async function revealFor(
  { tx, audit }: WorkContext,
  vault: Vault,
  bankId: string,
  { runNumber, cardIds, purpose }: Revealed,
): Promise<ReadonlyMap<bigint, Pan>> {
  const numbers = new Map<bigint, Pan>();
  for (const ids of batchesOf(cardIds, { rows: CARDS_AT_ONCE, characters: Number.POSITIVE_INFINITY })) {
    for (const [id, pan] of await vault.reveal(tx, bankId, ids)) numbers.set(id, pan);
  }
  const details = { cards: cardIds.length, purpose };
  audit(bankId, `embossing-run:${runNumber}`, 'card numbers revealed', details);
  return numbers;
}

/** Rebuilds the content of an earlier run. Throws if it differs from the original. */
export async function readContent(
  context: WorkContext,
  { vault }: Pick<EmbossDeps, 'vault'>,
  { bankId }: Bank,
  run: RunRow,
  purpose: 'RESUME' | 'REPRINT',
): Promise<Buffer> {
  const { run_number: runNumber } = run;
  const rows = await readClaimRows(context.tx, bankId, runNumber);
  const cardIds = rows.map((row) => row.card_id);
  const numbers = await revealFor(context, vault, bankId, { runNumber, cardIds, purpose });
  const missing = cardIds.filter((cardId) => !numbers.has(cardId)).length;
  if (missing > 0) {
    throw new Error(
      `run ${runNumber} of bank ${bankId} cannot be written again: the numbers of ${missing} closed cards in it were deleted`,
    );
  }
  const throttle = createPauses(CARDS_AT_ONCE);
  const cards: { facts: RecordFacts; pan: Pan }[] = [];
  for (const row of rows) {
    const sealed = { sealed: row.sealed_record, keyVersion: row.record_key_version };
    const facts = JSON.parse(vault.open(recordContext(bankId, row.queue_id), sealed)) as RecordFacts;
    cards.push({ facts, pan: requireValue(numbers.get(row.card_id), 'the number of a card in the run') });
    await throttle();
  }
  const content = await renderFile(run.file_facts, cards);
  if (!sha256(content).equals(run.content_sha256)) {
    throw new Error(`run ${runNumber} of bank ${bankId} cannot be written again: the record layout has changed since`);
  }
  return content;
}
