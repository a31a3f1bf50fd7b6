import { type ListProvisioningsQuery, PROVISIONING_OUTCOMES, PROVISIONING_REASONS } from '@cardwright/contract';
import type { FilterField } from '../../parts/filter/filter-field.ts';
import { OUTCOME_WORDS, REASON_WORDS } from '../../parts/provisioning/provisioning-words.ts';
import { dayRange } from '../../parts/value/day-range.ts';

/** The filters in the address. Days are those of the bank. */
export type RequestFilters = Omit<ListProvisioningsQuery, 'limit' | 'cursor'>;

/** Every filter of the list, in the order of the menu. */
export const REQUEST_FILTERS: Readonly<Record<keyof RequestFilters, FilterField>> = {
  outcome: { word: 'decision.state', choices: PROVISIONING_OUTCOMES.map((each) => [each, OUTCOME_WORDS[each]]) },
  reason: { word: 'decision.reason', choices: PROVISIONING_REASONS.map((each) => [each, REASON_WORDS[each]]) },
  rule: { word: 'filter.rule', maxLength: 24 },
  requestor: { word: 'tokenRequest.requestor', inputMode: 'numeric', maxLength: 10 },
  network: { word: 'tokenRequest.network', maxLength: 255 },
  card: { word: 'filter.card', inputMode: 'numeric', maxLength: 20 },
  token: { word: 'tokenRequest.token', maxLength: 36 },
  from: { word: 'filter.from', type: 'date' },
  to: { word: 'filter.to', type: 'date' },
};

/** The query of the operation. Both days are included. */
export function queryOf({ from, to, ...others }: RequestFilters, zone: string): ListProvisioningsQuery {
  return { ...others, ...dayRange({ from, to }, zone) };
}
