import { type Explanation, explainDecision, type LanguageCode, type ProposedRule } from '@cardwright/contract';
import type { Tx } from '../../../platform/storage/index.ts';
import type { Decision } from '../decision/decide.ts';
import { type AuthorizationFacts, hasCard } from '../decision/facts.ts';
import type { ExplainedRule } from '../decision/trace.ts';
import type { AuthorizationRequest } from '../message/authorization-request.ts';
import { displayedMessage } from '../message/ecommerce-message.ts';
import {
  type ControlHistory,
  explanationCurrency,
  explanationOfBank,
  readChangeExplanations,
} from './decision-explanation.ts';
import { explainRule } from './rule-explanation.ts';

interface PreviewResult {
  readonly decision: Decision;
  readonly trace: readonly ExplainedRule[];
  readonly request: Pick<AuthorizationRequest, 'message' | 'raw'>;
  readonly facts: AuthorizationFacts;
  readonly now: Date;
}

interface PreviewCall {
  readonly tx: Tx;
  readonly language: LanguageCode;
  /** The history that shows since when settings are in force; undefined if it does not show that. */
  readonly history: ControlHistory | undefined;
  /** The proposed rules. */
  readonly body: { readonly rules?: readonly ProposedRule[] };
}

export async function explainPreview(
  bankId: string,
  { tx, language, history, body }: PreviewCall,
  { decision, trace, request, facts, now }: PreviewResult,
): Promise<Explanation> {
  const own_rule = hasCard(facts)
    ? await explainRule(tx, bankId, { trace, message: request.message, facts, now }, body.rules)
    : null;
  return explainDecision(
    {
      is_preview: true,
      action_code: decision.actionCode,
      rule: decision.reason,
      trace,
      decided_at: now.toISOString(),
      amount_minor: String(request.message.billingMinor),
      currency: explanationCurrency(facts.account?.currency),
      ...displayedMessage(request.raw),
      ...explanationOfBank(facts.bank, trace, now),
      own_rule,
      history: history === undefined ? [] : await readChangeExplanations(tx, history),
      events: [],
      reserved_minor: null,
    },
    language,
  );
}
