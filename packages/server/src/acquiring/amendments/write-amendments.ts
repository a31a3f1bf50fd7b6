import { batchesOf } from '../../platform/kernel/concurrency/pauses.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { MerchantMove } from '../records/merchant-move.ts';
import { updateAmendedMerchants } from '../records/merchant-store.ts';
import { writeWords } from '../records/merchant-word-store.ts';
import { wordsOfMerchant } from '../records/merchant-words.ts';
import { insertVersions } from '../records/version-store.ts';
import type { AppliedAmendment } from './model/applied-amendment.ts';

const RECORDS_AT_ONCE = { rows: 25, characters: 128_000 };

export interface AmendmentsToWrite {
  readonly acquirerId: string;
  /** The acquirer's id of the request that has the amendments. */
  readonly requestId: string;
  readonly at: Date;
  /** The client that sent the amendments. */
  readonly actor: string;
  readonly amended: readonly AppliedAmendment[];
}

/** Writes the amended records and their versions. Returns the changes of state. */
export async function writeAmendments(
  tx: Tx,
  { acquirerId, requestId, at, actor, amended }: AmendmentsToWrite,
): Promise<MerchantMove[]> {
  const sizeOf = ({ row, changes }: AppliedAmendment) => row.record.length + changes.length;
  const changing = amended.filter(({ isChange }) => isChange);
  for (const batch of batchesOf(changing, RECORDS_AT_ONCE, sizeOf)) {
    await updateAmendedMerchants(
      tx,
      acquirerId,
      batch.map(({ row }) => row),
      at,
    );
    const renamed = batch.filter(({ types }) => types.includes('MERCHANT_NAME')).map(({ row }) => row);
    if (renamed.length > 0)
      await writeWords(
        tx,
        acquirerId,
        renamed.map((row) => ({ merchantId: row.merchantId, words: wordsOfMerchant(row) })),
        renamed.map(({ merchantId }) => merchantId),
      );
    const versions = batch.map(
      ({ types, row: { merchantId, version, record }, changes, changeCount, firstChanges }) => {
        return { merchantId, version, amendments: types, record, changes, changeCount, firstChanges };
      },
    );
    await insertVersions(tx, acquirerId, { at, actor, requestId }, versions);
  }
  return amended.flatMap(({ row: { merchantId, sequence, state }, movedFrom }) =>
    movedFrom === undefined
      ? []
      : [{ merchantId, onboardingRequestId: requestId, sequence, from: movedFrom, to: state }],
  );
}
