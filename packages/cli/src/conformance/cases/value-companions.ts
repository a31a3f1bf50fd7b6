import type { Operation } from '@cardwright/contract';
import type { Parts } from '../asks.ts';

/** The request as it has to be for this value of its list, or undefined where the value depends on what only the operator knows. */
export function withCompanions({ id }: Operation, path: string, value: string, parts: Parts): Parts | undefined {
  // a product has one card type
  if (path === 'body.card_type' && id !== 'clients.create-client' && value !== 'DEBIT') return undefined;
  if (path === 'details.token.tokenEventIndicator' && value === '7') {
    return { ...parts, request: { ...parts.request, type: 'TE' } };
  }
  return parts;
}
