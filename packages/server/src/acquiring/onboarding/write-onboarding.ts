import { randomUUID } from 'node:crypto';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import { writeChains } from '../records/merchant-chain-store.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import { recordMoves } from '../records/move-merchants.ts';
import { deleteTerminalsOf, insertTerminals } from '../records/terminal-store.ts';
import { addsTerminals } from './find-conflicts.ts';
import { insertApplications, insertSubmissions } from './onboarding-store.ts';
import type { AcceptedAmendments, RequestOnRecord, Submission } from './request-amendments.ts';
import { writeBoardings } from './write-boardings.ts';

const ROWS_AT_ONCE = { rows: 500, characters: 256_000 };
const MOVES_AT_ONCE = { rows: 200, characters: Number.POSITIVE_INFINITY };

/**
 * Writes a request without findings, in a few statements for any number of merchants. Returns the ids of its
 * applications.
 */
export async function writeOnboarding(
  tx: Tx,
  deps: { readonly enqueueAll: EnqueueAll },
  request: RequestOnRecord,
  submission: Submission,
  amendments: AcceptedAmendments | undefined,
): Promise<readonly string[]> {
  const { acquirerId, checked, newChains } = request;
  const applicationIds = Array.from({ length: checked.applications }, () => randomUUID());
  await writeApplications(tx, request, submission, applicationIds);
  for (const batch of batchesOf(newChains, ROWS_AT_ONCE)) await writeChains(tx, acquirerId, batch, submission.at);
  const boardings = checked.merchants.filter(({ kind }) => kind === 'BOARDING');
  const moves = await writeBoardings(tx, { ...request, ...submission, applicationIds }, boardings);
  if (amendments !== undefined) moves.push(...(await amendments.write(tx, submission, applicationIds)));
  await writeTerminals(tx, request, amendments?.closedMerchants ?? new Set());
  await writeSubmissions(tx, request, submission, applicationIds, amendments);
  await publishMoves(tx, deps, acquirerId, submission, moves);
  return applicationIds;
}

async function writeApplications(
  tx: Tx,
  { acquirerId, chains }: RequestOnRecord,
  { requestNo, at }: Submission,
  applicationIds: readonly string[],
): Promise<void> {
  const applications = applicationIds.map((applicationId, position) => ({
    applicationId,
    chainId: chains.ofApplication(position)?.chainId ?? null,
  }));
  for (const [index, batch] of batchesOf(applications, ROWS_AT_ONCE).entries()) {
    await insertApplications(tx, acquirerId, requestNo, { first: index * ROWS_AT_ONCE.rows, batch }, at);
  }
}

/** Writes the terminals that the request adds, and frees those of merchants that it closes. */
async function writeTerminals(
  tx: Tx,
  { acquirerId, checked }: RequestOnRecord,
  closed: ReadonlySet<string>,
): Promise<void> {
  for (const batch of batchesOf([...closed], ROWS_AT_ONCE)) await deleteTerminalsOf(tx, acquirerId, batch);
  const terminals = checked.merchants
    .filter((merchant) => addsTerminals(merchant) && !closed.has(merchant.merchantId))
    .flatMap(({ merchantId, terminals }) => terminals.map(({ terminalId }) => ({ terminalId, merchantId })));
  for (const batch of batchesOf(terminals, ROWS_AT_ONCE)) await insertTerminals(tx, acquirerId, batch);
}

async function writeSubmissions(
  tx: Tx,
  { acquirerId, checked }: RequestOnRecord,
  { requestNo }: Submission,
  applicationIds: readonly string[],
  amendments: AcceptedAmendments | undefined,
): Promise<void> {
  const rows = checked.merchants.map((merchant, position) => ({
    position,
    applicationId: applicationIds[merchant.application]!,
    merchantId: merchant.merchantId,
    kind: merchant.kind,
    amendments: merchant.types,
    version: amendments?.versionOf(merchant) ?? null,
    warnings: merchant.warnings,
  }));
  const sizeOf = ({ warnings }: (typeof rows)[number]) => warnings.length * 100;
  for (const batch of batchesOf(rows, ROWS_AT_ONCE, sizeOf)) await insertSubmissions(tx, acquirerId, requestNo, batch);
}

/** Records the moves in the order in which all transactions lock the streams of notifications. */
async function publishMoves(
  tx: Tx,
  deps: { readonly enqueueAll: EnqueueAll },
  acquirerId: string,
  { at, actor, httpRequestId }: Submission,
  moves: MerchantMove[],
): Promise<void> {
  moves.sort((one, other) => (one.merchantId < other.merchantId ? -1 : 1));
  for (const batch of batchesOf(moves, MOVES_AT_ONCE)) {
    await recordMoves(tx, deps, { acquirerId, at, actor, requestId: httpRequestId }, batch);
  }
}
