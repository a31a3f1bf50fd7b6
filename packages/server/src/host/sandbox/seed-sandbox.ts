import type { Tx } from '../../platform/storage/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { DEMO_BANK_CODE, DEMO_BANK_ID, DEMO_CALLERS, SEEDER } from './demo-configuration.ts';
import { readFixtureCards } from './fixtures/fixture-cards.ts';
import { type FixtureProgram, insureCard, listFixturePrograms } from './fixtures/fixture-insurance.ts';
import { type FixtureMerchant, listFixtureMerchants, seedMerchant } from './fixtures/fixture-merchant.ts';
import { type FixtureToken, listFixtureTokens, seedToken } from './fixtures/fixture-token.ts';
import { ISSUED_CARDS, ISSUED_CUSTOMERS, issueCards, type SeedDeps } from './fixtures/issue-fixtures.ts';
import { type FixtureEndpoint, listFixtureEndpoints } from './sandbox-endpoint.ts';

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

/**
 * Creates the fixtures through the operations of a bank, unless they exist. Returns them for the welcome lines, which
 * must not read the database: a stop signal may arrive right after the server is ready.
 */
export async function seedSandbox(deps: SeedDeps): Promise<Fixtures> {
  const isIssued = (await readFixtureCards(deps.database, deps.vault)).length === ISSUED_CARDS.length;
  if (!isIssued) await issueCards(deps);
  const [first] = await readFixtureCards(deps.database, deps.vault);
  if (first === undefined) throw new Error('the sandbox has no cards after they were issued');
  await insureCard(deps, SEEDER, first);
  await seedToken(deps, SEEDER, first);
  await seedMerchant(deps);
  return listFixtures(deps.database, deps.vault);
}

/** Returns every identifier that a newcomer needs. Card numbers are in full because they belong to the sandbox. */
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
    clients: ISSUED_CUSTOMERS.map(({ id, first, last }) => ({ customer_id: id, first_name: first, last_name: last })),
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
