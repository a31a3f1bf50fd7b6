import { randomUUID } from 'node:crypto';
import type { MerchantState, TakenMerchant } from '@cardwright/contract';
import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { EnqueueAll } from '../../platform/outbox/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import { writeChains } from '../records/merchant-chain-store.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import { recordMoves } from '../records/move-merchants.ts';
import { deleteTerminalsOf, insertTerminals } from '../records/terminal-store.ts';
import { bringsTerminals } from './find-conflicts.ts';
import type { HeldAmendment } from './hold-amendments.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';
import type { ChainsOfRequest } from './model/chains-of-request.ts';
import type { Known } from './model/existing-records.ts';
import type { CheckedChain, CheckedOnboarding } from './model/onboarding-parts.ts';
import { insertApplications, insertSubmissions } from './onboarding-store.ts';
import { writeAmendments } from './write-amendments.ts';
import { writeBoardings } from './write-boardings.ts';
import { endAmendmentsOfClosed, writeHeldAmendments } from './write-held.ts';

const ROWS_AT_ONCE = { rows: 500, characters: 256_000 };
const MOVES_AT_ONCE = { rows: 200, characters: Number.POSITIVE_INFINITY };

export interface Accepted {
  readonly acquirerId: string;
  readonly requestNo: bigint;
  /** The acquirer's id of the request. */
  readonly requestId: string;
  /** The id of the HTTP request. */
  readonly httpRequestId: string;
  readonly at: Date;
  readonly actor: string;
  readonly known: Known;
  readonly chains: ChainsOfRequest;
  readonly newChains: readonly CheckedChain[];
  readonly amended: readonly AppliedAmendment[];
  readonly held: readonly HeldAmendment[];
  readonly rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
}

/** Writes a request without findings, in few statements however many merchants it has. */
export async function writeOnboarding(
  tx: Tx,
  deps: { readonly enqueueAll: EnqueueAll },
  checked: CheckedOnboarding,
  accepted: Accepted,
): Promise<readonly string[]> {
  const { acquirerId, requestNo, at, chains, newChains } = accepted;
  const applicationIds = Array.from({ length: checked.applications }, () => randomUUID());
  const applications = applicationIds.map((applicationId, position) => ({
    applicationId,
    chainId: chains.ofApplication(position)?.chainId ?? null,
  }));
  for (const [index, batch] of batchesOf(applications, ROWS_AT_ONCE).entries()) {
    await insertApplications(tx, acquirerId, requestNo, { first: index * ROWS_AT_ONCE.rows, batch }, at);
  }
  for (const batch of batchesOf(newChains, ROWS_AT_ONCE)) await writeChains(tx, acquirerId, batch, at);
  const boardings = checked.merchants.filter(({ kind }) => kind === 'BOARDING');
  const moves = await writeBoardings(tx, { ...accepted, applicationIds }, boardings);
  moves.push(...(await writeAmendments(tx, accepted)));
  moves.push(...(await writeHeldAmendments(tx, accepted, accepted.held, applicationIds)));
  moves.push(...(await endAmendmentsOfClosed(tx, accepted, accepted.known.openAmendments, closedBy(accepted))));
  await writeTerminals(tx, accepted, checked);
  await writeSubmissions(tx, accepted, checked, applicationIds);
  await tellMoves(tx, deps, accepted, moves);
  return applicationIds;
}

/** Those of a merchant that this request closes are free again, whether it had them or the request brings them. */
async function writeTerminals(tx: Tx, accepted: Accepted, { merchants }: CheckedOnboarding): Promise<void> {
  const { acquirerId } = accepted;
  const closed = new Set(closedBy(accepted));
  for (const batch of batchesOf([...closed], ROWS_AT_ONCE)) await deleteTerminalsOf(tx, acquirerId, batch);
  const terminals = merchants
    .filter((merchant) => bringsTerminals(merchant) && !closed.has(merchant.merchantId))
    .flatMap(({ merchantId, terminals }) => terminals.map(({ terminalId }) => ({ terminalId, merchantId })));
  for (const batch of batchesOf(terminals, ROWS_AT_ONCE)) await insertTerminals(tx, acquirerId, batch);
}

function closedBy({ amended }: Accepted): string[] {
  return amended.filter(({ row }) => row.state === 'CLOSED').map(({ row }) => row.merchantId);
}

async function writeSubmissions(
  tx: Tx,
  { acquirerId, requestNo, amended }: Accepted,
  { merchants }: CheckedOnboarding,
  applicationIds: readonly string[],
): Promise<void> {
  const changing = amended.filter(({ isChange }) => isChange);
  const versions = new Map(changing.map(({ merchant, row }) => [merchant, row.version]));
  const rows = merchants.map((merchant, position) => ({
    position,
    applicationId: applicationIds[merchant.application]!,
    merchantId: merchant.merchantId,
    kind: merchant.kind,
    amendments: merchant.types,
    version: versions.get(merchant) ?? null,
    warnings: merchant.warnings,
  }));
  const sizeOf = ({ warnings }: (typeof rows)[number]) => warnings.length * 100;
  for (const batch of batchesOf(rows, ROWS_AT_ONCE, sizeOf)) await insertSubmissions(tx, acquirerId, requestNo, batch);
}

/** In the order in which all transactions lock the streams of notifications. */
async function tellMoves(
  tx: Tx,
  deps: { readonly enqueueAll: EnqueueAll },
  { acquirerId, at, actor, httpRequestId }: Accepted,
  moves: MerchantMove[],
): Promise<void> {
  moves.sort((one, other) => (one.merchantId < other.merchantId ? -1 : 1));
  for (const batch of batchesOf(moves, MOVES_AT_ONCE)) {
    await recordMoves(tx, deps, { acquirerId, at, actor, requestId: httpRequestId }, batch);
  }
}

/** One merchant in the answer to a request. */
export function toTakenResponse(
  { merchantId, kind, types, warnings }: CheckedOnboarding['merchants'][number],
  amendment: AppliedAmendment | undefined,
  {
    isKept,
    held,
    stateBefore,
  }: { isKept: boolean; held?: HeldAmendment | undefined; stateBefore: MerchantState | null },
): TakenMerchant {
  const shown = warnings.map((warning) => ({ ...warning }));
  const amendments = kind === 'AMENDMENT' ? { amendments: [...types] } : {};
  if (!isKept) return { merchantId, status: 'VALID', ...amendments, warnings: shown };
  const made = amendment?.isChange === true ? { version: amendment.row.version } : {};
  if (held !== undefined) {
    const state = amendment?.row.state ?? stateBefore;
    const merchantState = state === null ? {} : { merchantState: state };
    return { merchantId, status: held.status, ...merchantState, ...amendments, ...made, warnings: shown };
  }
  if (amendment === undefined) return { merchantId, status: 'RECEIVED', warnings: shown };
  const { state } = amendment.row;
  return { merchantId, status: 'BOARDED', merchantState: state, ...amendments, ...made, warnings: shown };
}
