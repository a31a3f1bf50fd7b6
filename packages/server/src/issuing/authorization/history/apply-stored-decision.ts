import { applyPatch, patchOfSpent } from '../../card-settings/card-settings.ts';
import type { CountingKey } from '../../limits/counting-key.ts';
import { chargedAccount, recountDecision, spentByTrace, standingIn } from '../decision/account-state.ts';
import type { BankFacts } from '../decision/facts.ts';
import { merchantOfJson, paymentKey } from '../decision/paid-merchants.ts';
import type { Replay } from './replay.ts';

/** The trace step in which a partner's stand-in decided. */
const STAND_IN_STEP = '["PARTNER_STAND_IN"';

/** Applies the stored effect of a decision without making it again. */
export function applyStoredDecision(
  replay: Replay,
  row: {
    readonly message_key: bigint;
    readonly billing_minor: bigint;
    readonly decided_at: Date;
    readonly settlement_date: string;
    /** The trace; null unless a switch was on for one message or the partner's stand-in approved the message. */
    readonly trace: string | null;
    readonly action_code: string;
    readonly counted: CountingKey | null;
    readonly card_id: bigint;
    /** The merchant as JSON, for approvals. */
    readonly merchant: string | null;
  },
  bank: BankFacts,
): void {
  const { message_key: key, billing_minor: minor, decided_at: at, settlement_date: date, trace, counted } = row;
  replay.account = recountDecision(replay.account, { countingKey: counted, minor, at }, bank, replay.allProgramLimits);
  if (row.action_code !== '00') return;
  if (row.merchant !== null) replay.paidMerchants.add(paymentKey(row.card_id, merchantOfJson(row.merchant)));
  const usedSwitches = trace === null ? [] : spentByTrace(trace);
  const account = chargedAccount(replay.account, { minor, usedSwitches }, bank, at);
  const isStandIn = trace?.includes(STAND_IN_STEP) ?? false;
  replay.account = isStandIn ? standingIn(account, minor, date) : account;
  replay.storedSettings = applyPatch(replay.storedSettings, patchOfSpent(usedSwitches));
  replay.approved.set(key, { at, countingKey: counted, minor });
}
