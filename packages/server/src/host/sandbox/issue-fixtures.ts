import type { EnvelopeOperation, JsonObject, RequestHeader } from '@cardwright/contract';
import type { BankDirectory } from '../../issuing/banks/index.ts';
import { requireValue } from '../../platform/kernel/required.ts';
import { type EnvelopeImplementation, runEnvelope } from '../../platform/operation/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { DEMO_BANK_CODE, DEMO_BANK_ID, SEEDER } from './demo-configuration.ts';
import type { InsureDeps } from './fixture-insurance.ts';
import type { BoardDeps } from './fixture-merchant.ts';

/** The fixtures of the sandbox (docs/interface/sandbox.md#fixtures). The numbers are fixed so that examples can use them. */
export const ISSUED_CUSTOMERS = [
  { id: 'DEMO-CUSTOMER-1', first: 'Sara', last: 'Khalifa', cardName: 'SARA KHALIFA' },
  { id: 'DEMO-CUSTOMER-2', first: 'Maria', last: 'Santos', cardName: 'MARIA SANTOS' },
] as const;

export const ISSUED_CARDS = [
  { customer: 0, product: 'DEBIT-CLASSIC', type: 'DEBIT', bin: '400000', opening: '10000.00', body: '100000001' },
  { customer: 0, product: 'CREDIT-GOLD', type: 'CREDIT', bin: '510000', opening: '50000.00', body: '100000002' },
  { customer: 1, product: 'PREPAID-BASIC', type: 'PREPAID', bin: '410000', opening: '500.00', body: '100000003' },
] as const;

export interface SeedDeps extends BoardDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly operations: InsureDeps['operations'] & { readonly envelope: readonly EnvelopeImplementation[] };
}

export function numberOfIssued(card: (typeof ISSUED_CARDS)[number]): Pan {
  return Pan.generate(card.bin, 16, () => card.body);
}

/** Creates clients, accounts and cards with the requests of a bank. */
export async function issueCards(deps: SeedDeps): Promise<void> {
  const send = createSender(deps);
  for (const customer of ISSUED_CUSTOMERS) {
    await send('request_client_create', {
      customer_id: customer.id,
      bank_code: DEMO_BANK_CODE,
      card_name: customer.cardName,
      card_type: 'DEBIT',
      personal_details: {
        first_name: customer.first,
        last_name: customer.last,
        date_of_birth: '1990-05-17',
        language: 'ENG',
      },
      contact_details: { mobile_phone: '+971500000000', email: 'cardholder@example.com' },
      addresses: [
        { address_type: 'PERMANENT', address_line_1: '1 Creek Road', city: 'Dubai', country: 'ARE', zip: '00000' },
      ],
    });
  }
  for (const card of ISSUED_CARDS) {
    const customerId = ISSUED_CUSTOMERS[card.customer].id;
    const account = await send('request_account_create', {
      customer_id: customerId,
      card_type: card.type,
      account: { customer_id: customerId, branch_code: '001', product_code: card.product, currency: 'AED' },
      custom_fields: [{ key: 'CN-CREDIT_LIMIT_AM', value: card.opening }],
    });
    await send('request_card_create', {
      customer_id: customerId,
      account_number: account.account_number as string,
      card_type: card.type,
      card: {
        customer_id: customerId,
        account_number: account.account_number as string,
        card_number: numberOfIssued(card).reveal(),
        cardholder_name: ISSUED_CUSTOMERS[card.customer].cardName,
        bin_number: card.bin,
        product_code: card.product,
        card_role: 'P',
        currency: 'AED',
        card_virtual_indicator: 'P',
      },
    });
  }
}

/** Returns a sender with fixed message ids, so that the next start can continue an interrupted one. */
function createSender(deps: SeedDeps): (requestKey: string, body: JsonObject) => Promise<JsonObject> {
  let count = 0;
  return async (requestKey, body) => {
    const operation = requireValue(
      deps.operations.envelope.find(({ contract }) => contract.requestKey === requestKey),
      'an operation of the contract',
    );
    const callContext = { caller: SEEDER, now: deps.clock.now(), requestId: 'sandbox' };
    const header = headerOf(operation.contract, ++count);
    const result = await runEnvelope(
      deps,
      operation,
      requireValue(deps.banks.bank(DEMO_BANK_ID), 'the demo bank'),
      { header, body },
      callContext,
    );
    if (!result.ok)
      throw new Error(
        `the sandbox could not be set up: ${requestKey} answered ${result.error} ${result.path ?? ''} ${result.message ?? ''}`,
      );
    return result.value.body;
  };
}

function headerOf(contract: EnvelopeOperation, sequence: number): RequestHeader {
  return {
    msg_id: `SANDBOX${String(sequence).padStart(5, '0')}`,
    msg_type: 'TRANSACTION',
    msg_function: contract.requestFunction,
    src_application: 'SANDBOX',
    target_application: 'CARDWRIGHT',
    timestamp: '',
    bank_id: DEMO_BANK_ID,
  };
}
