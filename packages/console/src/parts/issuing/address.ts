import type { ClientDetails, DeliveryAddress } from '@cardwright/contract';

export type AddressField = keyof DeliveryAddress;
export type AddressDraft = Readonly<Record<AddressField, string>>;

/** The fields of an address in the order in which it is written. */
export const ADDRESS_FIELDS = [
  'address_line_1',
  'address_line_2',
  'address_line_3',
  'address_line_4',
  'city',
  'state',
  'zip',
  'country',
] as const satisfies readonly AddressField[];

export const EMPTY_ADDRESS = Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, ''])) as AddressDraft;

/**
 * The custom field of a client that names the mailing address, by default (docs/interface/clients.md#mailing-address).
 */
const MAILING_FIELD = 'CL-MAIL-ADDR-IND';

/** The mailing address of a customer, or undefined if the record has none. */
export function mailingAddressOf(client: Pick<ClientDetails, 'addresses' | 'custom_fields'>): AddressDraft | undefined {
  const type = client.custom_fields?.find(({ key }) => key === MAILING_FIELD)?.value ?? 'PERMANENT';
  const address = client.addresses?.find(({ address_type: of }) => of === type);
  if (address === undefined) return undefined;
  return Object.fromEntries(ADDRESS_FIELDS.map((name) => [name, address[name] ?? ''])) as AddressDraft;
}

/** Returns the address as requests contain it, without empty fields. */
export function addressToSend(draft: AddressDraft): DeliveryAddress {
  const filled = Object.entries(draft).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));
  return Object.fromEntries(filled) as DeliveryAddress;
}

export function isEmptyAddress(draft: AddressDraft): boolean {
  return ADDRESS_FIELDS.every((name) => draft[name].trim() === '');
}
