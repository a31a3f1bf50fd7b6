import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelMessage } from '../model/model-message.ts';
import type { ModelTokenControls } from '../model/model-token-controls.ts';

const AROUND = [-1, 0, 0, 1] as const;

/** Controls of the token that a message names, often at the bound of what they let pass. */
export function writeTokenControls(
  dice: Random,
  { minor, merchantId, use, reading }: ModelMessage,
  atMs: number,
): ModelTokenControls {
  const listOf = (value: string) => ({
    isAllowed: dice.oneIn(2),
    values: dice.oneIn(2) ? [value, 'OTHER'] : ['OTHER'],
  });
  return {
    ...(dice.oneIn(3) && { validUntilMs: atMs + dice.pick(AROUND) }),
    ...(dice.oneIn(2) && { maxMinor: Math.max(0, minor + dice.pick(AROUND)) }),
    ...(dice.oneIn(4) && { merchants: listOf(merchantId) }),
    ...(dice.oneIn(4) && { categories: listOf(use.category) }),
    ...(dice.oneIn(4) && { countries: listOf(reading.country ?? 'AE') }),
  };
}
