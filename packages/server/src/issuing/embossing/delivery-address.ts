import type { AddressType } from '@cardwright/contract';
import { toPlainText } from './plain-text.ts';
import { type CardField, lengthOf } from './record-layout.ts';

/** The parts of an address in an embossing record. */
const ADDRESS_FIELDS = [
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly CardField[];
type AddressField = (typeof ADDRESS_FIELDS)[number];
export type DeliveryAddress = Readonly<Record<AddressField, string>>;

/** An address of a client record in its stored form. */
export type StoredAddress = { readonly address_type: string } & { readonly [Name in AddressField]?: string };

const EMPTY = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, ''])) as DeliveryAddress;

/**
 * Returns the address of the type that the mailing indicator names. It is empty if the client has no address of that
 * type (docs/interface/clients.md#mailing-address), because a card must not be sent to an address that was not
 * requested. A text that is too long for its column is cut at a blank.
 */
export function deliveryAddress(addresses: readonly StoredAddress[], mailing: AddressType): DeliveryAddress {
  const address = addresses.find(({ address_type: type }) => type === mailing);
  if (address === undefined) return EMPTY;
  const column = (name: AddressField) => [name, cutAtBlank(toPlainText(address[name] ?? ''), lengthOf(name))];
  return Object.fromEntries(ADDRESS_FIELDS.map(column)) as DeliveryAddress;
}

/** Whether a part of the address had to be cut. */
export function isCut(addresses: readonly StoredAddress[], mailing: AddressType): boolean {
  const address = addresses.find(({ address_type: type }) => type === mailing);
  return ADDRESS_FIELDS.some((name) => toPlainText(address?.[name] ?? '').length > lengthOf(name));
}

function cutAtBlank(text: string, length: number): string {
  if (text.length <= length) return text;
  const blank = text.lastIndexOf(' ', length);
  return text.slice(0, blank > 0 ? blank : length);
}
