import type { Configuration } from './configuration-schema.ts';

type Bank = Configuration['banks'][number];
type Acquirer = NonNullable<Configuration['acquirers']>[number];
type Client = Configuration['oauth_clients'][number];
export type SandboxEntry = Bank | Acquirer | Client;

/**
 * Adds the fixtures of the sandbox to a configuration. An entry of the configuration replaces the fixture with the same id. A bank
 * keeps the products and insurance programs of its fixture, because the cards of the sandbox need them.
 */
export function withFixtures(configuration: Configuration, fixtures: Configuration): Configuration {
  const { banks, acquirers = [], oauth_clients: clients } = configuration;
  const bankFixtures = new Map(fixtures.banks.map((bank) => [bank.bank_id, bank]));
  const completed = banks.map((bank) => completeBank(bank, bankFixtures.get(bank.bank_id)));
  return {
    ...configuration,
    banks: union(fixtures.banks, completed, ({ bank_id: id }) => id),
    acquirers: union(fixtures.acquirers ?? [], acquirers, ({ acquirer_id: id }) => id),
    oauth_clients: union(fixtures.oauth_clients, clients, ({ client_id: id }) => id),
  };
}

/**
 * Whether the entry is a fixture, or has the id of a bank or an acquirer of the fixtures. A replaced client is not one.
 */
export function isOfFixtures(entry: SandboxEntry, fixtures: Configuration): boolean {
  if ('client_id' in entry) return fixtures.oauth_clients.includes(entry);
  if ('products' in entry) return fixtures.banks.some(({ bank_id: id }) => id === entry.bank_id);
  return (fixtures.acquirers ?? []).some(({ acquirer_id: id }) => id === entry.acquirer_id);
}

function completeBank(bank: Bank, fixture: Bank | undefined): Bank {
  if (fixture === undefined) return bank;
  const { products, insurance_programs: insurance = [] } = bank;
  return {
    ...bank,
    products: union(fixture.products, products, ({ product_code: code }) => code),
    insurance_programs: union(fixture.insurance_programs ?? [], insurance, ({ code }) => code),
  };
}

/** All entries by their id, where those of `others` replace the fixtures. */
function union<T>(fixtures: readonly T[], others: readonly T[], idOf: (entry: T) => string): T[] {
  return [...new Map([...fixtures, ...others].map((entry) => [idOf(entry), entry])).values()];
}
