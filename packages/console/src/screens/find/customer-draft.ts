import type { CardType, ClientRecord } from '@cardwright/contract';
import { type AddressDraft, addressToSend, EMPTY_ADDRESS, isEmptyAddress } from '../../parts/issuing/address.ts';

export interface CustomerDraft {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Undefined until the person types it. Until then, cards show the first and the last name. */
  readonly cardName: string | undefined;
  readonly birthDate: string;
  readonly mobile: string;
  readonly email: string;
  readonly securityName: string;
  readonly cardType: CardType;
  readonly address: AddressDraft;
}

export const EMPTY_CUSTOMER: CustomerDraft = {
  ...{
    id: '',
    firstName: '',
    lastName: '',
    cardName: undefined,
    birthDate: '',
    mobile: '',
    email: '',
    securityName: '',
  },
  cardType: 'DEBIT',
  address: EMPTY_ADDRESS,
};

const LONGEST_CARD_NAME = 50;

/** The name that cards show. */
export function cardNameOf({ cardName, firstName, lastName }: CustomerDraft): string {
  return cardName ?? `${firstName} ${lastName}`.trim().toUpperCase().slice(0, LONGEST_CARD_NAME);
}

/** The record of the customer as the request contains it. */
export function clientToSend(draft: CustomerDraft, bankCode: string): ClientRecord {
  const { id, firstName, lastName, birthDate, mobile, email, securityName, cardType, address } = draft;
  return {
    customer_id: id.trim(),
    bank_code: bankCode,
    card_name: cardNameOf(draft),
    card_type: cardType,
    personal_details: {
      first_name: firstName.trim(),
      last_name: lastName.trim(),
      date_of_birth: birthDate,
      ...(securityName.trim() !== '' && { security_name: securityName.trim() }),
    },
    contact_details: { mobile_phone: mobile.trim(), ...(email.trim() !== '' && { email: email.trim() }) },
    ...(!isEmptyAddress(address) && { addresses: [{ address_type: 'PERMANENT', ...addressToSend(address) }] }),
  };
}
