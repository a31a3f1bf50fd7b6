import { type Explanation, explainDecision, type LanguageCode, type ProposedRule } from '@cardwright/contract';
import type { Tx } from '../../../platform/storage/index.ts';
import type { Decision } from '../decision/decide.ts';
import { type AuthorizationFacts, hasCard } from '../decision/facts.ts';
import type { ExplainedRule } from '../decision/trace.ts';
import { type DecodedMessage, shownOfMessage } from '../message/ecommerce-message.ts';
import { type ControlPast, readToldChanges, toldCurrency, toldOfBank } from './tell-decision.ts';
import { tellOwnRule } from './tell-own-rule.ts';

interface Previewed {
  readonly decision: Decision;
  readonly trace: readonly ExplainedRule[];
  readonly decoded: DecodedMessage;
  readonly facts: AuthorizationFacts;
  readonly now: Date;
}

interface Asking {
  readonly tx: Tx;
  readonly language: LanguageCode;
  /** Where the account's history says since when its settings stand; undefined where it does not tell. */
  readonly past: ControlPast | undefined;
  /** Rules that are only assumed. */
  readonly body: { readonly rules?: readonly ProposedRule[] };
}

export async function explainPreview(
  bankId: string,
  { tx, language, past, body }: Asking,
  { decision, trace, decoded, facts, now }: Previewed,
): Promise<Explanation> {
  const own_rule = hasCard(facts)
    ? await tellOwnRule(tx, bankId, { trace, message: decoded.message, facts, now }, body.rules)
    : null;
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
      own_rule,
      history: past === undefined ? [] : await readToldChanges(tx, past),
      events: [],
      reserved_minor: null,
    },
    language,
  );
}
