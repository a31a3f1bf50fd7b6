import type { ControlChange, ExplainableDecision } from '@cardwright/contract';
import type { Decision } from '../../issuing/authorization/decision/decide.ts';
import { explainTrace } from '../../issuing/authorization/decision/trace.ts';
import { explanationOfBank } from '../../issuing/authorization/explain/decision-explanation.ts';
import { FACTS, type FactsChange, NOW } from './authorization-facts.ts';

/** Returns a decision with the data for its sentences. */
export function explainableDecision(decision: Decision, more: Partial<ExplainableDecision> = {}): ExplainableDecision {
  const trace = explainTrace(decision.trace, decision.actionCode === '00');
  const saw = trace.find(({ rule }) => rule === 'RESTRICTIONS')?.saw.country ?? 'AE';
  return {
    is_preview: false,
    action_code: decision.actionCode,
    rule: decision.reason,
    trace,
    decided_at: NOW.toISOString(),
    amount_minor: '9181',
    currency: { code: 'AED', digits: 2 },
    card_number: '400000XXXXXX0018',
    place: `SOUK ONLINE            DUBAI          ${saw}`,
    ...explanationOfBank(FACTS.bank, trace, NOW),
    own_rule: null,
    history: [],
    events: [],
    reserved_minor: null,
    ...more,
  };
}

const AT = '2026-11-14T08:00:00.000Z';

/** Returns the history of changes that leads to the state of `change`. */
export function changesBefore({ settings, restrictions = [], card }: FactsChange): ControlChange[] {
  const author = { at: AT, by: 'A. Saleh' };
  return [
    ...(settings === undefined
      ? []
      : [{ ...author, kind: 'settings' as const, fields: settings as Record<string, string> }]),
    ...restrictions.map(({ type, isAllowed, countries, endsAtMs }) => ({
      ...author,
      kind: 'restriction' as const,
      type,
      refuses: !isAllowed || countries !== undefined,
      until: endsAtMs === undefined ? null : new Date(endsAtMs).toISOString(),
    })),
    ...(card?.status === undefined ? [] : [{ ...author, kind: 'status' as const, status: card.status }]),
  ];
}
