import { type Explanation, explainDecision, type LanguageCode } from '@cardwright/contract';
import type { Tx } from '../storage/index.ts';
import type { Decision } from './decide.ts';
import { type DecodedMessage, shownOfMessage } from './ecommerce-message.ts';
import type { AuthorizationFacts } from './facts.ts';
import { type ControlPast, readToldChanges, toldCurrency, toldOfBank } from './tell-decision.ts';
import type { ExplainedRule } from './trace.ts';

interface Previewed {
  readonly decision: Decision;
  readonly trace: readonly ExplainedRule[];
  readonly decoded: DecodedMessage;
  readonly facts: AuthorizationFacts;
  readonly now: Date;
}

/** @param asking.past where the account's history says since when its settings stand; undefined where it does not tell */
export async function explainPreview(
  { tx, language, past }: { readonly tx: Tx; readonly language: LanguageCode; readonly past: ControlPast | undefined },
  { decision, trace, decoded, facts, now }: Previewed,
): Promise<Explanation> {
  return explainDecision(
    {
      is_preview: true,
      action_code: decision.actionCode,
      rule: decision.reason,
      trace,
      decided_at: now.toISOString(),
      amount_minor: String(decoded.message.billingMinor),
      currency: toldCurrency(facts.account?.currency),
      ...shownOfMessage(decoded.kept),
      ...toldOfBank(facts.bank, trace, now),
      history: past === undefined ? [] : await readToldChanges(tx, past),
      events: [],
      reserved_minor: null,
    },
    language,
  );
}
