import { type JsonObject, type JsonValue, PROOF_FORMAT, readProof, writeCanonicalJson } from '@cardwright/contract';
import { ownVersion } from '../../../platform/kernel/own-version.ts';
import { fail } from '../../../platform/kernel/result.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import type { Vault } from '../../../platform/vault/index.ts';
import { type BankDirectory, implementBankRest } from '../../banks/index.ts';
import { recompute } from '../decision/recompute.ts';
import type { RecordedFacts } from '../decision/recorded-facts.ts';
import { RULE_VERSION } from '../decision/rules/index.ts';
import { findAuthorization, referenceText } from '../records/find-authorization.ts';
import { commitmentOf, type DecisionRecord, newestKeyVersion, recordOf, saltsOf } from './decision-record.ts';
import { findPlace } from './find-place.ts';
import { rebuildFacts } from './rebuild-facts.ts';
import { signProof } from './sign-proof.ts';

/** Returns the proof of a decision (docs/interface/decision.md#proof), for the bank of the card only. */
export function readProofOperation(banks: BankDirectory, vault: Vault) {
  const release = ownVersion();
  return implementBankRest(readProof, banks, async ({ tx, caller, now, audit }, input) => {
    const found = await findAuthorization(tx, banks, caller, input);
    if (!found.ok) return found;
    const row = found.value;
    const facts = await rebuildFacts(tx, banks, row);
    if (!facts.ok) return facts;
    const head = input.query.head === undefined ? undefined : Number(input.query.head);
    const place = await findPlace({ tx, audit, now, keys: vault }, row, head);
    if (!place.ok) return place;
    const recorded = recordOf(row, vault, place.value?.keyVersion ?? newestKeyVersion(vault));
    if (row.rule_version === RULE_VERSION && !repeats(recorded, facts.value)) {
      return fail('state_forbids', { message: 'The history of the account does not lead to this decision' });
    }
    const number = row.card_id === null ? undefined : await numberOf(tx, vault, row.bank_id, row.card_id);
    const salt = saltsOf(recorded.record, vault)('card_number');
    const proof = {
      format: PROOF_FORMAT,
      release,
      record: recorded.record,
      facts: facts.value,
      card_number_commitment: number === undefined ? null : commitmentOf({ salt, value: number }),
      log: (place.value?.place ?? null) as JsonValue,
    };
    audit(row.bank_id, `authorization:${referenceText(row)}`, 'proof read', { opened: input.query.open ?? '' });
    return signProof(proof, recorded, vault, input.query.open);
  });
}

/** The card number; undefined after it was deleted. It never leaves the server, because the proof has a commitment to it. */
async function numberOf(tx: Tx, vault: Vault, bankId: string, cardId: bigint): Promise<string | undefined> {
  return (await vault.reveal(tx, bankId, [cardId])).get(cardId)?.reveal();
}

/** Whether a decision on the facts equals the recorded one. */
function repeats({ record }: DecisionRecord, facts: RecordedFacts): boolean {
  const outcome = recompute(record.message as JsonObject, facts, record.decided_at as string) as unknown as JsonObject;
  return Object.entries(outcome).every(
    ([name, value]) => writeCanonicalJson(value) === writeCanonicalJson(record[name] as JsonValue),
  );
}
