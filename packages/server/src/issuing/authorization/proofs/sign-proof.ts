import { createHash } from 'node:crypto';
import {
  type DecisionProof,
  type JsonObject,
  type JsonValue,
  LONGEST_PROOF,
  parseJson,
  writeCanonicalJson,
} from '@cardwright/contract';
import { publicKeyOf, type SealKeys, signObject } from '../../../platform/audit/index.ts';
import { fail, ok, type Result } from '../../../platform/kernel/result.ts';
import type { DecisionRecord } from './decision-record.ts';

/** Signs a proof through the digests of its parts, so that a verifier can name the part that was changed. */
export function signProof(
  { record, facts, log, ...others }: JsonObject,
  { openings }: DecisionRecord,
  keys: SealKeys,
  open: string | undefined,
): Result<{ body: DecisionProof }, 'state_forbids'> {
  const parts = { record, facts, log } as JsonObject;
  const digests = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, digestOf(part)]));
  const signed = { ...others, digests, key: publicKeyOf(keys) } as JsonObject;
  const opening = open === undefined ? undefined : openings.get(open);
  const proof = {
    ...parts,
    ...signed,
    ...(opening && { openings: { [String(open)]: { ...opening } } }),
    signature: signObject(keys, signed),
  };
  const text = writeCanonicalJson(proof);
  const size = Buffer.byteLength(text);
  if (size > LONGEST_PROOF) {
    return fail('state_forbids', { message: `The proof would have ${size} bytes, and ${LONGEST_PROOF} at most` });
  }
  // the response is in canonical order, so that it is the proof file
  const parsed = parseJson(text);
  return ok({ body: (parsed.ok ? parsed.value : proof) as DecisionProof });
}

function digestOf(part: JsonValue): string {
  return createHash('sha256').update(writeCanonicalJson(part)).digest('hex');
}
