import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LOG_PROOF_FORMAT,
  PROOF_FORMAT,
  parseJson,
  writeCanonicalJson,
} from '@cardwright/contract';
import { type Check, fails, holds, unknown } from './check.ts';
import { checkDecision } from './check-decision.ts';
import { checkLog, checkOutside } from './check-log.ts';
import { digestOf, hasValidSignature, sha256, toHex } from './cryptography.ts';
import { ENGINES } from './engines.ts';
import { compareHeads, continuationOf, type OutsideHead } from './outside-heads.ts';

export interface Evidence {
  /** Heads of logs that are stored outside of the server. */
  readonly outsideHeads?: readonly OutsideHead[];
  /** The public key of the bank's server, learned from the bank and not from the file. */
  readonly trustedKey?: string | undefined;
  /** The card number, and the salt that the bank gave for it. */
  readonly cardNumber?: { readonly salt: string; readonly number: string } | undefined;
}

export interface Verification {
  /** Whether no check fails. */
  readonly holds: boolean;
  readonly checks: readonly Check[];
  /** Undefined if the file cannot be read. */
  readonly record?: JsonObject;
}

const PARTS = ['record', 'facts', 'log'] as const;

/**
 * Verifies a proof of a decision without any server.
 * @param file the file as the server sent it
 * @example
 *   const { holds, checks } = await verifyProof(await readFile('proof.json'), { trustedKey });
 */
export async function verifyProof(file: Uint8Array, evidence: Evidence = {}): Promise<Verification> {
  const proof = readProofFile(file);
  if (!('format' in proof)) return { holds: false, checks: [proof as unknown as Check] };
  if (proof.format === LOG_PROOF_FORMAT) return await verifyLogProof(proof, evidence);
  const { record, facts } = proof as JsonObject & { record: JsonObject; facts: JsonObject };
  const checks = [
    holds('FILE', 'The file is a proof of a decision, in its original form.'),
    await checkContent(proof),
    await checkSignature(proof),
    checkKey(proof, evidence.trustedKey),
    ...(await checkLog(proof, record, evidence.outsideHeads ?? [])),
    checkDecision(record, facts, ENGINES),
    ...(await checkOpenings(proof, record)),
    ...(await checkCardNumber(proof, evidence.cardNumber)),
  ];
  return { holds: checks.every(({ result }) => result !== 'FAILS'), checks, record };
}

/** Verifies that the log still begins with the entries of a head that is stored outside. */
async function verifyLogProof(proof: JsonObject, { outsideHeads = [], trustedKey }: Evidence): Promise<Verification> {
  const [continuation] = continuationOf(proof);
  if (continuation === undefined || !isJsonObject(proof.head)) {
    return { holds: false, checks: [fails('FILE', 'The file lacks the newer head of the log.')] };
  }
  const checks = [
    holds('FILE', `The file is a proof of the log of ${proof.head.log}, in its original form.`),
    await checkSignature(proof),
    checkKey(proof, trustedKey),
    checkOutside(proof.head, Infinity, await compareHeads([...outsideHeads, continuation])),
  ];
  return { holds: checks.every(({ result }) => result !== 'FAILS'), checks };
}

/** The proof, or the failed check of the file. */
function readProofFile(file: Uint8Array): JsonObject | Check {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file).replace(/\r?\n$/, '');
  } catch {
    return fails('FILE', 'The file is not text in UTF-8.');
  }
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return fails('FILE', 'The file is not JSON: it was cut or changed.');
  const proof = parsed.value;
  if (proof.format !== PROOF_FORMAT && proof.format !== LOG_PROOF_FORMAT) {
    return fails('FILE', `The format of the file is neither ${PROOF_FORMAT} nor ${LOG_PROOF_FORMAT}.`);
  }
  if (writeCanonicalJson(proof) !== text) {
    return fails('FILE', 'The text of the file is not in its original form: it was edited or formatted.');
  }
  if (proof.format === LOG_PROOF_FORMAT) return proof;
  const isComplete = isJsonObject(proof.record) && isJsonObject(proof.facts) && isJsonObject(proof.record.message);
  return isComplete ? proof : fails('FILE', 'The file lacks the record or the facts of the decision.');
}

async function checkContent(proof: JsonObject): Promise<Check> {
  const digests = isJsonObject(proof.digests) ? proof.digests : {};
  for (const part of PARTS) {
    if ((await digestOf(proof[part] as JsonValue)) !== digests[part]) {
      return fails('CONTENT', `The part "${part}" is not the one that the server signed: it was changed.`);
    }
  }
  return holds('CONTENT', 'Record, facts and place in the log are those that the server signed.');
}

async function checkSignature(proof: JsonObject): Promise<Check> {
  const { signature, openings: _, record: __, facts: ___, log: ____, ...signed } = proof;
  return (await hasValidSignature(signed, signature, proof.key))
    ? holds('SIGNATURE', `The signature is valid under the key ${proof.key}.`)
    : fails('SIGNATURE', 'The signature of the file is not valid: the file was changed, or another key made it.');
}

function checkKey({ key }: JsonObject, trusted: string | undefined): Check {
  if (trusted === undefined) {
    return unknown('KEY', 'You did not state which key you trust, so anybody may have made this file.');
  }
  return key === trusted
    ? holds('KEY', 'The key is the one that you trust.')
    : fails('KEY', 'The file was signed with another key than the one that you trust.');
}

async function checkOpenings(proof: JsonObject, record: JsonObject): Promise<readonly Check[]> {
  if (proof.openings === undefined) return [];
  const openings = isJsonObject(proof.openings) ? Object.entries(proof.openings) : [];
  if (openings.length === 0) return [fails('OPENINGS', 'The file has openings that cannot be read.')];
  const commitments = isJsonObject(record.commitments) ? record.commitments : {};
  return await Promise.all(
    openings.map(async ([name, opening]) => {
      const { salt, value, ...others } = isJsonObject(opening) ? opening : ({} as JsonObject);
      const isOpen = Object.keys(others).length === 0 && toHex(await sha256(`${salt}\n${value}`)) === commitments[name];
      return isOpen
        ? holds('OPENINGS', `The opened value "${name}" is the one that the server committed to.`)
        : fails('OPENINGS', `The opened value "${name}" is not the one that the server committed to.`);
    }),
  );
}

async function checkCardNumber(
  { card_number_commitment: commitment }: JsonObject,
  opening: Evidence['cardNumber'],
): Promise<readonly Check[]> {
  if (opening === undefined) return [];
  return toHex(await sha256(`${opening.salt}\n${opening.number}`)) === commitment
    ? [holds('OPENINGS', 'The card number is the one that the server committed to.')]
    : [fails('OPENINGS', 'The card number is not the one that the server committed to.')];
}
