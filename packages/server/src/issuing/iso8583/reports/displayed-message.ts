import type { NetworkReport } from '@cardwright/contract';
import { describeFields, type Message, type Specification } from '@cardwright/iso8583';

/**
 * The fields that the page of networks shows. It shows no track data, PIN, chip data, expiry, balance or account number, and
 * no field whose layout a network defines.
 */
const DISPLAYED: ReadonlySet<number> = new Set([
  2, 3, 4, 6, 7, 11, 12, 13, 15, 16, 17, 18, 22, 23, 24, 25, 26, 32, 33, 37, 38, 39, 41, 42, 43, 44, 49, 51, 56, 70, 90,
  95,
]);

/** Describes a message without card data. Its card number is masked. Pure. */
export function displayMessage(
  message: Message,
  specification: Specification,
): NetworkReport['messages'][number]['request'] {
  const fields = describeFields(message, specification)
    .filter(({ field }) => DISPLAYED.has(field))
    .map(({ field, name, text }) => ({ field, name, value: text }));
  return { mti: message.mti, fields };
}
