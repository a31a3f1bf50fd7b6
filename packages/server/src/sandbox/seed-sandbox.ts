import type { EnvelopeOperation, JsonObject, RequestHeader } from '@cardwright/contract';
import type { BankDirectory } from '../banks/index.ts';
import { required } from '../kernel/required.ts';
import { type EnvelopeImplementation, runEnvelope } from '../operation/index.ts';
import { statement, type Tx } from '../storage/index.ts';
import { Pan, type Vault } from '../vault/index.ts';
import { DEMO_BANK_CODE, DEMO_BANK_ID, DEMO_CALLERS, SEEDER } from './demo-configuration.ts';
import { type FixtureProgram, type InsureDeps, insureCard, listFixturePrograms } from './fixture-insurance.ts';
import { type BoardDeps, type FixtureMerchant, listFixtureMerchants, seedMerchant } from './fixture-merchant.ts';
import { type FixtureToken, listFixtureTokens, seedToken } from './fixture-token.ts';
import { type FixtureEndpoint, listFixtureEndpoints } from './own-endpoint.ts';

/**
 * The fixtures of the sandbox (docs/interface/sandbox.md#fixtures). The numbers are fixed, so that examples can name
 * them.
 */
const CUSTOMERS = [
  { id: 'DEMO-CUSTOMER-1', first: 'Layla', last: 'Haddad', cardName: 'LAYLA HADDAD' },
  { id: 'DEMO-CUSTOMER-2', first: 'Omar', last: 'Nasser', cardName: 'OMAR NASSER' },
] as const;

const CARDS = [
  { customer: 0, product: 'DEBIT-CLASSIC', type: 'DEBIT', bin: '400000', opening: '10000.00', body: '100000001' },
  { customer: 0, product: 'CREDIT-GOLD', type: 'CREDIT', bin: '510000', opening: '50000.00', body: '100000002' },
  { customer: 1, product: 'PREPAID-BASIC', type: 'PREPAID', bin: '410000', opening: '500.00', body: '100000003' },
] as const;

export interface Fixtures {
  bank: { bank_id: string; bank_code: string; country: string; currency: string };
  oauth: { client_id: string; client_secret: string; kind: string; scopes: readonly string[] }[];
  clients: { customer_id: string; first_name: string; last_name: string }[];
  accounts: { account_number: string; currency: string; product_code: string; customer_id: string }[];
  cards: { card_number: string; exid: string; masked: string; expiry: string; account_number: string }[];
  insurance_programs: FixtureProgram[];
  merchants: FixtureMerchant[];
  tokens: FixtureToken[];
  webhook_endpoints: FixtureEndpoint[];
}

export interface SeedDeps extends BoardDeps {
  readonly banks: BankDirectory;
  readonly vault: Vault;
  readonly operations: InsureDeps['operations'] & { readonly envelope: readonly EnvelopeImplementation[] };
}

function numberOf(card: (typeof CARDS)[number]): Pan {
  return Pan.generate(card.bin, 16, () => card.body);
}

/**
 * Creates the fixtures through the operations of a bank, unless they exist. Returns them for the welcome, which must
 * not read the database: a signal to stop may come right after the server is ready.
 */
export async function seedSandbox(deps: SeedDeps): Promise<Fixtures> {
  const isIssued = (await readFixtureCards(deps.database, deps.vault)).length === CARDS.length;
  if (!isIssued) await issueCards(deps);
  const [first] = await readFixtureCards(deps.database, deps.vault);
  if (first === undefined) throw new Error('the sandbox has no cards after they were issued');
  await insureCard(deps, SEEDER, first);
  await seedToken(deps, SEEDER, first);
  await seedMerchant(deps);
  return listFixtures(deps.database, deps.vault);
}

async function issueCards(deps: SeedDeps): Promise<void> {
  const send = createSender(deps);
  for (const customer of CUSTOMERS) {
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
  for (const card of CARDS) {
    const customerId = CUSTOMERS[card.customer].id;
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
        card_number: numberOf(card).reveal(),
        cardholder_name: CUSTOMERS[card.customer].cardName,
        bin_number: card.bin,
        product_code: card.product,
        card_role: 'P',
        currency: 'AED',
        card_virtual_indicator: 'P',
      },
    });
  }
}

/** Sends requests as a bank would. The message ids are fixed, so an interrupted start is continued by the next one. */
function createSender(deps: SeedDeps): (requestKey: string, body: JsonObject) => Promise<JsonObject> {
  let sent = 0;
  return async (requestKey, body) => {
    const operation = required(
      deps.operations.envelope.find(({ contract }) => contract.requestKey === requestKey),
      'an operation of the contract',
    );
    const asking = { caller: SEEDER, now: deps.clock.now(), requestId: 'sandbox' };
    const header = headerOf(operation.contract, ++sent);
    const result = await runEnvelope(
      deps,
      operation,
      required(deps.banks.bank(DEMO_BANK_ID), 'the demo bank'),
      { header, body },
      asking,
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

const selectFixtureCards = statement(
  'sandbox.select-cards',
  `select c.account_id, c.card_id, c.exid, c.masked_number, c.expiry, c.product_code, a.account_number, a.currency, l.customer_id
     from unnest($2::bigint[], $3::bigint[]) as wanted (account_id, card_id)
     join cards c on c.account_id = wanted.account_id and c.card_id = wanted.card_id and c.bank_id = $1
     join accounts a on a.account_id = c.account_id
     join clients l on l.bank_id = $1 and l.client_id = a.client_id`,
);

interface FixtureCardRow {
  account_id: bigint;
  card_id: bigint;
  exid: string;
  masked_number: string;
  expiry: string;
  product_code: string;
  account_number: string;
  currency: string;
  customer_id: string;
}

/** In order of issue. */
async function readFixtureCards(tx: Tx, vault: Vault): Promise<(FixtureCardRow & { pan: Pan })[]> {
  const pans = CARDS.map(numberOf);
  const found = await vault.findByNumber(
    tx,
    pans.map((pan) => ({ bankId: DEMO_BANK_ID, mark: vault.lookup(pan) })),
  );
  const rows = await tx.query<FixtureCardRow>(selectFixtureCards, [
    DEMO_BANK_ID,
    found.map((row) => row.account_id),
    found.map((row) => row.card_id),
  ]);
  const cards = found.flatMap((at) => {
    const row = rows.find((candidate) => candidate.card_id === at.card_id);
    const pan = pans[at.position - 1];
    return row === undefined || pan === undefined ? [] : [{ ...row, pan }];
  });
  return cards.sort((a, b) => Number(a.card_id - b.card_id));
}

/** Every identifier that a newcomer needs, card numbers in full: they are the sandbox's own. */
export async function listFixtures(tx: Tx, vault: Vault): Promise<Fixtures> {
  const cards = await readFixtureCards(tx, vault);
  return {
    bank: { bank_id: DEMO_BANK_ID, bank_code: DEMO_BANK_CODE, country: 'AE', currency: 'AED' },
    oauth: DEMO_CALLERS.map(({ client_id, secret, kind, scopes }) => ({
      client_id,
      client_secret: secret,
      kind,
      scopes,
    })),
    clients: CUSTOMERS.map(({ id, first, last }) => ({ customer_id: id, first_name: first, last_name: last })),
    accounts: cards.map(({ account_number, currency, product_code, customer_id }) => ({
      account_number,
      currency,
      product_code,
      customer_id,
    })),
    cards: cards.map(({ pan, exid, masked_number, expiry, account_number }) => ({
      card_number: pan.reveal(),
      exid,
      masked: masked_number,
      expiry,
      account_number,
    })),
    insurance_programs: await listFixturePrograms(tx, cards),
    merchants: await listFixtureMerchants(tx),
    tokens: await listFixtureTokens(tx, cards),
    webhook_endpoints: await listFixtureEndpoints(tx),
  };
}
