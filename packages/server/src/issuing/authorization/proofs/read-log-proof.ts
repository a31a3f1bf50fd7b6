import { LOG_PROOF_FORMAT, type LogProof, readLogProof } from '@cardwright/contract';
import { consistencyPathOf, publicKeyOf, type SealKeys, signObject } from '../../../platform/audit/index.ts';
import { fail, ok } from '../../../platform/kernel/result.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { readBatch } from './decision-batch-store.ts';
import { headOf, toTexts } from './find-place.ts';
import { readSubtrees } from './seal-decisions.ts';

/** Proves that the log of decisions begins with the log of an earlier head (docs/interface/decision.md#proof-of-the-log). */
export function readLogProofOperation(banks: BankDirectory, keys: SealKeys) {
  return implementBankRest(readLogProof, banks, async ({ tx, bankId, audit }, { query }) => {
    const newest = await readBatch(tx, bankId);
    const [since, size] = [Number(query.since), newest === undefined ? 0 : Number(newest.batch_no) + 1];
    const headSize = query.head === undefined ? size : Number(query.head);
    const outOf = (path: string, most: number) => {
      const message =
        most < 1 ? 'is a size that the log does not have yet' : `must be from 1 to ${most}, the size of the log`;
      return fail('value_not_allowed', { path, message });
    };
    if (headSize < 1 || headSize > size) return outOf(query.head === undefined ? 'since' : 'head', size);
    if (since < 1 || since > headSize) return outOf('since', headSize);
    const batch = headSize === size ? newest : await readBatch(tx, bankId, BigInt(headSize - 1));
    if (batch === undefined) return outOf('head', size);
    const path = consistencyPathOf(since, headSize);
    audit(bankId, 'decision-log', 'proof read', { since, size: headSize });
    return ok({
      body: signLogProof(keys, {
        since,
        path: toTexts(path, await readSubtrees(tx, bankId, path.flat())),
        head: headOf(bankId, batch),
      }),
    });
  });
}

/** Signs the proof in canonical order, so that the response is the proof file. */
export function signLogProof(
  keys: SealKeys,
  { since, path, head }: Pick<LogProof, 'since' | 'path' | 'head'>,
): LogProof {
  const { at, log, root, size } = head;
  const signed = { format: LOG_PROOF_FORMAT, head: { at, log, root, size }, key: publicKeyOf(keys), path };
  return { ...signed, signature: signObject(keys, { ...signed, since }), since };
}
