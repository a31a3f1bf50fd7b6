import { statement, type Tx } from '../../storage/index.ts';

export interface ClientPersonRow {
  client_id: string;
  /** Issuer and subject of the person who uses the client; null if the configuration names none. */
  person: string | null;
  approver: boolean;
}

const SELECT = statement(
  'access.select-client-persons',
  `select client_id, person, approver and not disabled as approver from oauth_clients
    where coalesce(bank_id, 'acquirer:' || acquirer_id) = $1 and client_id = any($2)`,
);

/**
 * Returns those of these callers that are OAuth clients of a bank, or of the acquirer of an audit log, each with the
 * person who uses it. They include disabled clients, because a person cannot approve what a disabled client of theirs
 * requested.
 */
export function readClientPersons(tx: Tx, bankId: string, names: readonly string[]): Promise<ClientPersonRow[]> {
  return tx.query(SELECT, [bankId, names]);
}

const SELECT_NAMES = statement(
  'access.select-names-of-person',
  `with caller as (
     select coalesce((select person from oauth_clients
                       where coalesce(bank_id, 'acquirer:' || acquirer_id) = $1 and client_id = $2), $2) as person)
   select $2 as name union select person from caller
    union select o.client_id from oauth_clients o join caller c on o.person = c.person
           where coalesce(o.bank_id, 'acquirer:' || o.acquirer_id) = $1`,
);

/** Returns all names under which the person behind a caller acts: the caller's, the person's, and those of its OAuth clients. */
export async function readNamesOfPerson(tx: Tx, log: string, caller: string): Promise<ReadonlySet<string>> {
  return new Set((await tx.query<{ name: string }>(SELECT_NAMES, [log, caller])).map(({ name }) => name));
}

const SELECT_OF_BANK = statement(
  'access.select-clients-of-bank',
  'select client_id, scopes, approver, person from oauth_clients where bank_id = $1 and not disabled order by client_id',
);

/** Returns the OAuth clients of the bank with their scopes. */
export function readClientsOfBank(tx: Tx, bankId: string): Promise<(ClientPersonRow & { scopes: string[] })[]> {
  return tx.query(SELECT_OF_BANK, [bankId]);
}
