import type { ChangeKind } from '@cardwright/contract';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { TestServer } from '../test-server.ts';

/** Clients of the bank: an approver, a client that is no approver, one of the analyst, and two of one person. */
const SECOND_PERSON_CLIENTS = [
  { client_id: 'risk-engine', scopes: ['programs:read', 'programs:write', 'changes:read'] },
  { client_id: 'plain-approver', scopes: ['changes:read', 'changes:approve', 'programs:read'] },
  { client_id: 'marked-approver', scopes: ['changes:read', 'changes:approve', 'programs:read'], approver: true },
  {
    client_id: 'client-of-noor',
    scopes: ['programs:write', 'changes:read', 'changes:approve'],
    approver: true,
    person: 'sandbox#noor',
  },
  { client_id: 'one-of-two', scopes: ['programs:write', 'changes:read'], person: 'idp#twin' },
  {
    client_id: 'other-of-two',
    scopes: ['changes:read', 'changes:approve', 'rules:approve'],
    person: 'idp#twin',
    approver: true,
  },
  { client_id: 'night-shift', scopes: ['programs:write', 'changes:read', 'changes:break-glass'] },
] as const;

/** Adds the clients to DEMO, each with its id and `-secret` as its secret. */
export async function addSecondPersonClients({ db }: Pick<TestServer, 'db'>): Promise<void> {
  const oauth_clients = SECOND_PERSON_CLIENTS.map(({ scopes, ...client }) => ({
    ...{ ...client, scopes: [...scopes], kind: 'bank' as const, bank_id: 'DEMO' },
    secret: `${client.client_id}-secret`,
  }));
  await applyConfiguration(db.database, { banks: [], oauth_clients }, { sandbox: true });
}

/** Makes a bank require a second person for these kinds of changes, and for no others. */
export async function requireSecondPerson(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  kinds: readonly ChangeKind[],
  bankId = 'DEMO',
): Promise<void> {
  await db.sql('update banks set second_person = $2 where bank_id = $1', [bankId, kinds]);
  await server.periodicJobs.runDue();
}
