import type { Tx } from '../storage/index.ts';
import { type ClientPersonRow, readClientPersons } from './clients/client-person-store.ts';

/** The people behind callers. An OAuth client that the configuration assigns to a person counts as this person. */
export interface Persons {
  /** Whether two callers are one person. */
  isSame(one: string, other: string): boolean;
  /** Returns the OAuth client with this name, if there is one. */
  client(name: string): ClientPersonRow | undefined;
}

export async function readPersons(tx: Tx, bankId: string, names: readonly string[]): Promise<Persons> {
  const rows = await readClientPersons(tx, bankId, [...new Set(names)]);
  const clients = new Map(rows.map((row) => [row.client_id, row]));
  const personOf = (name: string) => clients.get(name)?.person ?? name;
  return { isSame: (one, other) => personOf(one) === personOf(other), client: (name) => clients.get(name) };
}

/** Whether a caller is the same person as one of the others, also under another login. */
export async function isSamePerson(
  tx: Tx,
  bankId: string,
  caller: string,
  others: readonly (string | null)[],
): Promise<boolean> {
  const names = others.filter((name) => name !== null);
  const persons = await readPersons(tx, bankId, [caller, ...names]);
  return names.some((name) => persons.isSame(name, caller));
}
