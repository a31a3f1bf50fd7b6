import { cardName } from './bank-requests.ts';
import { NO_EXID } from './missing-names.ts';
import type { TestRequest } from './test-requests.ts';
import type { TwoBanks } from './two-banks.ts';

/** A request about the other bank's data, the same request about missing data, and the code that both must get. */
export type ForeignCase = [what: string, foreign: TestRequest, missing: TestRequest, code: string];
export const mask = (number: string) => `${number.slice(0, 6)}XXXXXX${number.slice(-4)}`;

/** Returns requests with each identifier of a card. */
export function cardIdentifiers(
  { others, unknown }: TwoBanks,
  toRequest: (name: Record<string, unknown>) => TestRequest,
): ForeignCase[] {
  const pair = (type: string, foreign: string, missing: string): ForeignCase => [
    `${type} ${foreign}`,
    toRequest(cardName(foreign, type)),
    toRequest(cardName(missing, type)),
    '303',
  ];
  return [
    pair('EXID', others.exid, NO_EXID),
    pair('CONTRACT_NUMBER', others.cardNumber, unknown),
    pair('CONTRACT_NUMBER', others.masked, mask(unknown)),
    pair('CONTRACT_NUMBER/EXID', others.exid, NO_EXID),
    pair('CONTRACT_NUMBER/EXID', others.cardNumber, unknown),
  ];
}

/** Returns requests with the number of a card: full, and masked in the four ways that card settings accept. */
export function accountNumbers(
  { others, unknown }: TwoBanks,
  toRequest: (number: string) => TestRequest,
): ForeignCase[] {
  const visible = [
    [16, 0],
    [6, 4],
    [5, 4],
    [6, 5],
    [5, 5],
  ] as const;
  return visible.map(([leading, trailing]) => {
    const write = (number: string) =>
      number.slice(0, leading) + 'X'.repeat(16 - leading - trailing) + number.slice(16 - trailing);
    return [`${leading} and ${trailing} digits`, toRequest(write(others.cardNumber)), toRequest(write(unknown)), '303'];
  });
}
