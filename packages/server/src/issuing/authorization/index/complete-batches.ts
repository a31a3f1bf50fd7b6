import type { Tx } from '../../../platform/storage/index.ts';
import { readTrace } from '../decision/trace.ts';
import { UNKNOWN_BANK } from '../message/resolved-message.ts';
import { toIndexRow } from '../records/indexed-authorization.ts';
import {
  type DecisionRow,
  nameOfDecision,
  type PendingBatch,
  readDecisionRows,
  readPending,
  storePendingFields,
} from '../records/pending-decision-store.ts';
import type { PendingFields } from '../records/pending-fields.ts';
import { ruleHitOf } from '../statistics/count-rules.ts';

/**
 * Adds to batches of decisions the fields that servers of an earlier version do not store, from the stored messages and
 * traces.
 * @returns whether the rules of a bank were evaluated for any message of the batches
 */
export async function completeBatches(
  tx: Tx,
  decisions: readonly PendingBatch[],
): Promise<{ readonly hasRuleHits: boolean }> {
  let hasRuleHits = decisions.some((batch) => batch.has_rule_hits);
  for (const { unlisted_id: id, has_fields } of decisions) {
    if (has_fields) continue;
    const keys = await readPending(tx, [id]);
    // a message of no bank may have the same key
    const ofBanks = (await readDecisionRows(tx, keys)).filter((row) => row.bank_id !== UNKNOWN_BANK);
    const rows = new Map(ofBanks.map((row) => [nameOfDecision(row), row]));
    const fields = keys.map((key) => fieldsOf(rows.get(nameOfDecision(key))));
    await storePendingFields(tx, id, fields);
    hasRuleHits ||= fields.some((each) => each.rule_hit !== null);
  }
  return { hasRuleHits };
}

/** Returns the fields of a decision. A message without an authorization has nothing to index. */
function fieldsOf(decision: DecisionRow | undefined): PendingFields {
  if (decision === undefined) return NO_FIELDS;
  const { currency, exponent, merchant, merchant_place, mcc, country, channel } = toIndexRow(decision);
  const rule_hit = decision.rules_trace === null ? null : ruleHitOf(readTrace(decision.rules_trace));
  return { currency, exponent, merchant, merchant_place, mcc, country, channel, rule_hit };
}

const NO_FIELDS: PendingFields = {
  ...{ currency: null, exponent: null, merchant: '', merchant_place: '', mcc: '', country: null, channel: '' },
  rule_hit: null,
};
