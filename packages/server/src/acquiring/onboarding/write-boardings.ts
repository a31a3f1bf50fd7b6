import { writeJson } from '@cardwright/contract';
import { batchesOf, createPauses } from '../../platform/kernel/concurrency/pauses.ts';
import { readStoredJson } from '../../platform/kernel/stored-json.ts';
import { bufferOf, textOf, type Utf8, utf8Of } from '../../platform/kernel/text/utf8.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { OnboardingRules } from '../acquirers/onboarding-rules.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import { type NewMerchant, upsertMerchants } from '../records/merchant-store.ts';
import { writeWords } from '../records/merchant-word-store.ts';
import { deleteTerminalsOf } from '../records/terminal-store.ts';
import type { ChainsOfRequest } from './model/chains-of-request.ts';
import type { ExistingRecords } from './model/existing-records.ts';
import type { CheckedChain, CheckedMerchant } from './model/onboarding-parts.ts';
import { isName, resolveMerchant } from './model/resolve-merchant.ts';

const RECORDS_AT_ONCE = { rows: 25, characters: 256_000 };
const NAMES_AT_ONCE = { rows: 100, characters: Number.POSITIVE_INFINITY };

/** Appears in the JSON text of the resolved values if the merchant has an NGO service. */
const NGO = '"serviceType":"NGO"';

export interface BoardingContext {
  readonly acquirerId: string;
  readonly requestId: string;
  readonly at: Date;
  readonly existing: ExistingRecords;
  readonly chains: ChainsOfRequest;
  readonly applicationIds: readonly string[];
  readonly rules: Pick<OnboardingRules, 'defaultPaymentMethods'>;
}

/**
 * Writes new merchants, and those that are sent again after information was required. The caller writes their
 * terminals.
 */
export async function writeBoardings(
  tx: Tx,
  context: BoardingContext,
  boardings: readonly CheckedMerchant[],
): Promise<MerchantMove[]> {
  const { acquirerId, requestId, at, existing } = context;
  const moves: MerchantMove[] = [];
  const throttle = createPauses(1);
  for (const batch of batchesOf(boardings, RECORDS_AT_ONCE, ({ record }) => record.length)) {
    const rows: NewMerchant[] = [];
    for (const merchant of batch) {
      const row = toNewMerchant(merchant, context);
      rows.push(row);
      // Pauses only after resolving values again, because a pause of a busy server takes a millisecond.
      if (row.resolved !== merchant.resolved) await throttle();
    }
    const stored = await upsertMerchants(tx, acquirerId, rows, at);
    if (stored.length !== rows.length) throw new Error('a merchant was changed although its acquirer is locked');
    for (const { merchant_id, sequence } of stored) {
      const from = existing.merchants.get(merchant_id)?.status ?? null;
      moves.push({ merchantId: merchant_id, onboardingRequestId: requestId, sequence, from, to: 'RECEIVED' });
    }
  }
  await writeNames(tx, context, boardings);
  return moves;
}

/** Writes the words by which merchants are found, and frees the terminals of merchants that are sent again. */
async function writeNames(
  tx: Tx,
  { acquirerId, existing }: BoardingContext,
  boardings: readonly CheckedMerchant[],
): Promise<void> {
  for (const batch of batchesOf(boardings, NAMES_AT_ONCE)) {
    const continued = batch.map(({ merchantId }) => merchantId).filter((id) => existing.merchants.has(id));
    await writeWords(tx, acquirerId, batch, continued);
    if (continued.length > 0) await deleteTerminalsOf(tx, acquirerId, continued);
  }
}

function toNewMerchant(merchant: CheckedMerchant, context: BoardingContext): NewMerchant {
  const { merchantId, application, record, facts } = merchant;
  const chain = context.chains.ofApplication(application);
  return {
    merchantId,
    applicationId: context.applicationIds[application]!,
    chainId: chain?.chainId ?? null,
    record,
    resolved: resolvedOf(merchant, chain, context),
    facts,
  };
}

/** Resolves the values again if an existing chain, to which the request only refers, names an NGO's organization. */
function resolvedOf(
  { record, resolved }: CheckedMerchant,
  chain: CheckedChain | undefined,
  { chains, rules }: BoardingContext,
): Utf8 {
  if (chain === undefined || isName(chain.organizationName) || !bufferOf(resolved).includes(NGO)) return resolved;
  const names = chains.namesOf(chain.chainId);
  if (names?.organizationName === undefined) return resolved;
  return utf8Of(writeJson(resolveMerchant(readStoredJson(textOf(record)), names, rules)));
}
