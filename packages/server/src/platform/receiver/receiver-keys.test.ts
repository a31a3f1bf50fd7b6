import { generateWebhookSecret, signTestMessage } from '@cardwright/sdk';
import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { fileResource } from '../../testing/file-resources.ts';
import {
  notification,
  PRIVATE_B,
  PUBLIC_B,
  RECEIVING_BANKS,
  receivingBank,
  SECRET_A,
  SECRET_B,
} from '../../testing/notifications.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openVault, sandboxKeys } from '../vault/index.ts';
import { receiverKeyProblem, setReceiverKeys } from './index.ts';

const server = fileServer();
const vault = fileResource(async () => openVault(server.db.database, await sandboxKeys(server.dataDir)));

async function configure(banks: Configuration['banks']): Promise<void> {
  await applyConfiguration(server.db.database, { banks, oauth_clients: [] }, { sandbox: true, vault });
  await server.server.periodicJobs.runDue();
}

/** The bank that a message signed with this key is stored for; undefined if the sender is unknown. */
async function bankOf(key: string): Promise<unknown> {
  const message = notification();
  const { headers, body } = signTestMessage({ secret: key, notification: message });
  const answer = await server.request({ method: 'POST', url: '/V2/webhook/TokenNotification', headers, payload: body });
  const rows = await server.db.sql<{ bank_id: string }>(
    'select bank_id from received_notifications where notification_id = $1',
    [message.id],
  );
  expect(answer.status).toBe(rows.length === 1 ? 200 : 401);
  return rows[0]?.bank_id;
}

const banksOf = (...keys: string[]) => Promise.all(keys.map(bankOf));

describe('receiver_secrets of the configuration', () => {
  it('identify the bank of a signature, and a bank without any accepts no signed message', async () => {
    await configure(RECEIVING_BANKS.banks);
    expect(await banksOf(SECRET_A, SECRET_B, PRIVATE_B, generateWebhookSecret())).toEqual([
      'RECA',
      'RECB',
      'RECB',
      undefined,
    ]);
  });

  it('replace all earlier ones: a removed key is refused, and a new one is accepted', async () => {
    await configure(RECEIVING_BANKS.banks);
    const next = generateWebhookSecret();
    await configure([receivingBank('RECB', '052', [next, SECRET_B])]);
    expect(await banksOf(next, SECRET_B, PRIVATE_B)).toEqual(['RECB', 'RECB', undefined]);
    await configure([receivingBank('RECB', '052', [next])]);
    expect(await banksOf(next, SECRET_B, SECRET_A)).toEqual(['RECB', undefined, 'RECA']);
    await configure([receivingBank('RECB', '052', [])]);
    expect(await banksOf(next, SECRET_A)).toEqual([undefined, 'RECA']);
  });

  it('stay when the bank’s entry omits the member, and when they come from another source', async () => {
    await configure(RECEIVING_BANKS.banks);
    const own = generateWebhookSecret();
    await server.db.database.transaction(async (tx) => ({
      commit: true,
      result: await setReceiverKeys(tx, vault, 'RECA', 'SANDBOX', [own]),
    }));
    await configure([receivingBank('RECA', '051')]);
    expect(await banksOf(SECRET_A, own)).toEqual(['RECA', 'RECA']);
    await configure([receivingBank('RECA', '051', [])]);
    expect(await banksOf(SECRET_A, own)).toEqual([undefined, 'RECA']);
  });

  it('cannot be shared by two banks, because a signature must identify one bank', async () => {
    await configure(RECEIVING_BANKS.banks);
    const error = await configure([receivingBank('RECB', '052', [SECRET_A])]).catch((thrown: Error) => thrown);
    expect(String(error)).toContain('bank RECB: one of its receiver_secrets already belongs to another bank');
    expect(String(error)).not.toContain(SECRET_A.slice(6, 14));
    expect(await banksOf(SECRET_A, SECRET_B)).toEqual(['RECA', 'RECB']);
  });

  it('are stored sealed and never unencrypted, and are found by a keyed hash', async () => {
    await server.db.sql('delete from receiver_keys');
    await configure(RECEIVING_BANKS.banks);
    const rows = await server.db.sql<{ bank_id: string; key_mark: Buffer; sealed_key: Buffer; key_version: number }>(
      'select bank_id, key_mark, sealed_key, key_version from receiver_keys order by bank_id',
    );
    expect(rows.map(({ bank_id }) => bank_id)).toEqual(['RECA', 'RECB', 'RECB']);
    for (const { bank_id: bankId, key_mark: mark, sealed_key: sealed, key_version: keyVersion } of rows) {
      for (const key of [SECRET_A, SECRET_B, PUBLIC_B]) {
        expect(sealed.includes(key)).toBe(false);
        expect(sealed.includes(Buffer.from(key.slice(6), 'base64'))).toBe(false);
      }
      const context = `receiver-key:${bankId}:${mark.toString('hex')}`;
      expect(vault.open(context, { sealed, keyVersion })).toMatch(/^wh(sec|pk)_/);
      expect(() => vault.open(context.replace('REC', 'REX'), { sealed, keyVersion })).toThrow();
    }
  });
});

describe('a configured key', () => {
  it('is a secret or a public key', () => {
    expect([SECRET_A, PUBLIC_B].map(receiverKeyProblem)).toEqual([undefined, undefined]);
  });

  it.each([
    [PRIVATE_B, 'is the private key of its sender'],
    ['', 'is not a webhook key: a webhook key begins with whsec_, whsk_ or whpk_'],
    ['whsec_short', 'is not a webhook key: a key whsec_... must have base64 after its prefix'],
    ['whsec_c2hvcnQ=', 'is not a webhook key: a key whsec_... must have 24 to 64 bytes, this one has 5'],
  ])('%s: %s', (key, problem) => {
    expect(receiverKeyProblem(key)).toBe(problem);
  });
});
