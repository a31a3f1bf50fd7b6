import { type Caller, readPersons } from '../access/index.ts';
import type { Tx } from '../storage/index.ts';

/** Whether a caller is a person who has signed in to the bank. */
export type IsPerson = (tx: Tx, bankId: string, subject: string) => Promise<boolean>;

/**
 * Returns why a caller cannot be the second person after `first`, or undefined if it can
 * (docs/interface/change-requests.md#second-person).
 */
export async function whyNotSecondPerson(
  tx: Tx,
  bankId: string,
  caller: Caller,
  first: string,
  isPerson: IsPerson,
): Promise<string | undefined> {
  const persons = await readPersons(tx, bankId, [first, caller.clientId]);
  if (persons.isSame(first, caller.clientId)) return 'The proposer cannot be the second person, under any login';
  if (caller.person !== undefined || persons.client(caller.clientId)?.approver === true) return undefined;
  if (persons.client(caller.clientId) === undefined && (await isPerson(tx, bankId, caller.clientId))) return undefined;
  return 'The second person is a person, or an OAuth client that the configuration marks as an approver';
}
