import { type JsonObject, type Operation, RULE_EFFECTS } from '@cardwright/contract';
import type { Parts } from '../requests.ts';

/**
 * Adapts the request to this enum value, or returns undefined if the value depends on something that only the operator
 * knows.
 */
export function withCompanions({ id }: Operation, path: string, value: string, parts: Parts): Parts | undefined {
  // A product has one card type.
  if (path === 'body.card_type' && id !== 'clients.create-client' && value !== 'DEBIT') return undefined;
  if (path === 'details.token.tokenEventIndicator' && value === '7') {
    return { ...parts, request: { ...parts.request, type: 'TE' } };
  }
  if (
    /^(?:rule\.|configuration\.rules\[0\]\.)?effect$/.test(path) &&
    !RULE_EFFECTS.some((effect) => effect === value)
  ) {
    const provisioning = { on: 'provisioning', condition: { field: 'deviceScore', op: 'lte', value: '2' } };
    const { rule, configuration } = parts.request;
    if (configuration !== undefined) {
      const [first] = (configuration as { rules: [JsonObject] }).rules;
      return { ...parts, request: { configuration: { rules: [{ ...first, ...provisioning }] } } };
    }
    // A request for an analysis has the rule in its member `rule`.
    if (rule !== undefined) return { ...parts, request: { rule: { ...(rule as JsonObject), ...provisioning } } };
    return { ...parts, request: { ...parts.request, ...provisioning } };
  }
  return parts;
}
