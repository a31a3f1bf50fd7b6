import type { TokenControls } from '@cardwright/contract';
import { type Currency, formatAmount } from '../../../platform/kernel/money.ts';
import type { ControlList, ControlsOfToken } from './controls-of-token.ts';

/** Converts the controls of a token to the form of the response. */
export function toControlsResponse(
  reference: string,
  controls: ControlsOfToken | undefined,
  isSingleUse: boolean,
  { code, exponent }: Currency,
): TokenControls {
  const { validUntil = null, maxMinor, merchants, categories, countries } = controls ?? {};
  return {
    token_reference: reference,
    validUntil,
    singleUse: isSingleUse,
    maxAmount: maxMinor === undefined ? null : formatAmount(BigInt(maxMinor), exponent),
    currency: code,
    merchants: toListResponse(merchants),
    categories: toListResponse(categories),
    countries: toListResponse(countries),
  };
}

function toListResponse(list: ControlList | undefined): TokenControls['merchants'] {
  if (list === undefined) return null;
  return list.isAllowed ? { allowed: [...list.values] } : { blocked: [...list.values] };
}
