import { type JsonObject, SWITCHES } from '@cardwright/contract';

/** The client, account and card that samples name. */
export interface SampleSubject {
  readonly customerId: string;
  readonly accountNumber: string;
  readonly exid: string;
  /** The number of a card whose settings can be changed. */
  readonly cardNumber: string;
}

/** Values of samples that do not exist yet or are in the future. */
export interface SampleFacts {
  readonly bankCode: string;
  readonly currency: string;
  readonly productCode: string;
  readonly bin: string;
  readonly newCustomerId: string;
  readonly newCardNumber: string;
  /** A future date, YYYY-MM-DD. */
  readonly later: string;
}

const CUSTOM_FIELDS = [{ key: 'CL-SEGMENT', value: 'GOLD' }];
const DOCUMENT = { number: 'N1234567', type: 'PASSPORT', expiry_date: '2030-12-31' };

/** Every switch of the card settings, with its time. */
function switches(status: string, onUntil: string): JsonObject {
  return Object.fromEntries(
    SWITCHES.flatMap((name) => [
      [`${name}Status`, status],
      [`${name}OnUntil`, onUntil],
    ]),
  );
}

function clientSample({ newCustomerId, bankCode }: SampleFacts): JsonObject {
  return {
    customer_id: newCustomerId,
    bank_code: bankCode,
    external_client_number: 'EXT-1',
    card_name: 'AMINA SALEH',
    card_type: 'DEBIT',
    personal_details: {
      gender: 'Female',
      title: 'Ms',
      first_name: 'Amina',
      last_name: 'Saleh',
      middle_name: 'N',
      citizenship: 'ARE',
      marital_status: 'Single',
      date_of_birth: '1994-02-28',
      place_of_birth: 'Dubai',
      language: 'ENG',
      security_name: 'Falcon',
    },
    contact_details: { home_phone: '1', work_phone: '2', mobile_phone: '3', email: 'amina@example.com' },
    addresses: [
      {
        address_type: 'PERMANENT',
        address_line_1: '1 Creek Road',
        address_line_2: 'Floor 2',
        address_line_3: 'Flat 3',
        address_line_4: 'Left',
        email: 'home@example.com',
        phone: '4',
        city: 'Dubai',
        country: 'ARE',
        zip: '00000',
        state: 'DU',
      },
    ],
    identity_proof_document: DOCUMENT,
    supplementary_documents: [DOCUMENT],
    employment_details: { employer_name: 'Souk LLC', income: '25000', occupation: 'Engineer' },
    custom_fields: CUSTOM_FIELDS,
  };
}

function settingsSample(later: string): JsonObject {
  const end = `${later}T23:59:00.000+04:00`;
  return {
    cardNotPresentTransactionLimit: '1500.00',
    cardPresentAllowBelowLimit: '50.00',
    cardPresentTransactionLimit: '2500.00',
    cashTransactionLimit: '1000.00',
    dailyLimit: '5000.00',
    monthlyLimit: '20000.00',
    limit1: '10000.00',
    limit2: '90000.00',
    limit3: '99999.00',
    cardPresentAllowAnyForeign: 'false',
    cardPresentAllowBelow: 'true',
    cardPresentAllowSpecificForeign: 'true',
    cardPresentAllowSpecificForeignCountries: 'DE,FRA,840',
    cardPresentAllowForeignStart: `${later}T00:00:00.000+04:00`,
    cardPresentAllowForeignEnd: end,
    ...switches('ON_UNTIL', end),
    merchantGroupProfileId: 'GROUP-1',
    merchantGroupProfileName: 'Group one',
    // The checksum is also accepted here if it has the same value.
    cardFeatureChecksum: '0'.repeat(64),
  };
}

function cardSample({ customerId, accountNumber }: SampleSubject, facts: SampleFacts): JsonObject {
  const { currency, productCode } = facts;
  return {
    customer_id: customerId,
    account_number: accountNumber,
    card_type: 'DEBIT',
    card: {
      customer_id: customerId,
      account_number: accountNumber,
      institution_id: '00001',
      card_number: facts.newCardNumber,
      card_expiry_date: '3012',
      cardholder_name: 'AMINA SALEH',
      bin_number: facts.bin,
      product_code: productCode,
      card_role: 'P',
      currency,
      card_virtual_indicator: 'V',
    },
    custom_fields: CUSTOM_FIELDS,
  };
}

/**
 * A body with every field, for each envelope operation that has a sample here. The checksum of the settings is not in
 * force anywhere, so that their update changes nothing as it stands.
 */
export function envelopeSamples(subject: SampleSubject, facts: SampleFacts): Record<string, JsonObject> {
  const { customerId, accountNumber, exid, cardNumber } = subject;
  const { currency, productCode, later } = facts;
  const card = { card_identifier_id: exid, card_identifier_type: 'EXID' };
  const account = { account_identifier_id: accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
  return {
    'clients.create-client': clientSample(facts),
    'accounts.create-account': {
      customer_id: customerId,
      card_type: 'DEBIT',
      account: { customer_id: customerId, branch_code: facts.bankCode, product_code: productCode, currency },
      custom_fields: CUSTOM_FIELDS,
    },
    'accounts.post-transaction': {
      ...account,
      transaction: {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '10.00',
        currency,
        transaction_ref_number: 'REF-1',
      },
    },
    'accounts.enquire-balance': account,
    'cards.create-card': cardSample(subject, facts),
    'cards.enquire-card': card,
    'cards.change-status': { ...card, status: { type: 'card_status', value: 'BLOCKED' } },
    'card-settings.update-settings': {
      accountNumber: cardNumber,
      appName: 'DEMO-APP',
      cardFeatureChecksum: '0'.repeat(64),
      cardSettings: settingsSample(later),
    },
    'card-settings.get-settings': { accountNumber: cardNumber, appName: 'DEMO-APP' },
    'restrictions.set-restriction': {
      ...card,
      restriction: {
        isAllowed: true,
        restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES',
        end_date: later,
        allowed_values: 'DE,FRA,826',
      },
    },
    'restrictions.enquire-restrictions': card,
  };
}
