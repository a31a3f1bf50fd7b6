import type { ModelMessage } from './model-message.ts';
import type { ModelControlList } from './model-token-controls.ts';

/** Returns the decline reason of a message that names a token, which must be an active token of its card. */
export function refusingToken({ token }: ModelMessage): string | undefined {
  if (token === null) return 'TOKEN_NOT_OF_CARD';
  return token === undefined || token === 'ACTIVE' ? undefined : 'TOKEN';
}

/** Returns the decline reason of the first control that the message violates. */
export function refusingTokenControls(message: ModelMessage, nowMs: number): string | undefined {
  const { tokenControls: controls, minor, merchantId, use, reading } = message;
  if (controls === undefined) return undefined;
  const { validUntilMs = nowMs + 1, maxMinor = minor, merchants, categories, countries } = controls;
  if (validUntilMs <= nowMs) return 'TOKEN_EXPIRED';
  if (minor > maxMinor) return 'TOKEN_AMOUNT';
  if (isExcluded(merchants, merchantId)) return 'TOKEN_MERCHANT';
  if (isExcluded(categories, use.category)) return 'TOKEN_CATEGORY';
  return isExcluded(countries, reading.country) ? 'TOKEN_COUNTRY' : undefined;
}

function isExcluded(list: ModelControlList | undefined, value: string | undefined): boolean {
  if (list === undefined) return false;
  const isNamed = list.values.some((one) => one === value);
  return list.isAllowed ? !isNamed : isNamed;
}
