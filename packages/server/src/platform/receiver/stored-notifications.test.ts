import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoCode } from '../../testing/decisions/expect-no-code.ts';
import { notification, SECRET_A, SECRET_B, TOKEN_OF_TYPE } from '../../testing/notifications.ts';
import { addReceivingBanks, notificationsTo } from '../../testing/requests/notification-requests.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openVault, sandboxKeys } from '../vault/index.ts';

const server = fileServer();
beforeAll(async () => {
  await addReceivingBanks(server);
});

const { send, sendSigned, received } = notificationsTo(() => server);

describe('the stored notification', () => {
  const CODE = '739164';
  const PHONE = '+971559998877';
  /** A card number of DEMO's DEBIT-CLASSIC, with a valid check digit. */
  const NUMBER = '4000001234567899';

  it('contains neither the activation code nor cardholder data unencrypted, and no log line does', async () => {
    const before = server.logs.length;
    const message = notification('AC', {
      details: {
        card: { id: { type: 'cardNumber', value: NUMBER }, mobilePhone: PHONE, clientId: 'CLEAR-CLIENT' },
        textMessage: `${CODE} is your code for card ${NUMBER}`,
        token: { ...TOKEN_OF_TYPE.AC, activationCode: CODE },
      },
    });
    const answer = await send(message);
    expect([answer.status, answer.headers['contract-warnings']]).toEqual([200, '2']);
    await send({ ...message, id: 'no-uuid' });
    await sendSigned({ ...message, type: 'XX' }, SECRET_A);
    const tables = await server.db.sql<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like '%\\_20__\\_%'`,
    );
    const dump: string[] = [];
    for (const { name } of tables) dump.push(JSON.stringify(await server.db.sql(`select t::text from ${name} t`)));
    const all = `${dump.join('\n')}\n${server.logs.slice(before).join('\n')}`;
    expect(all).toContain(message.id);
    expectNoCode(all, CODE);
    expect(all).not.toContain(Buffer.from(CODE).toString('hex'));
    for (const secret of [PHONE, 'CLEAR-CLIENT', NUMBER, SECRET_A, SECRET_A.slice(6)]) {
      expect(all).not.toContain(secret);
      expect(all).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('is sealed for its bank and its id, the activation code apart from the rest, with card numbers masked inside', async () => {
    const message = notification('AC', {
      details: {
        card: { id: { type: 'cardNumber', value: '5555555555554444' } },
        textMessage: `for card ${NUMBER}`,
        token: { ...TOKEN_OF_TYPE.AC, activationCode: CODE },
        note: CODE,
      },
      note: CODE,
    });
    await send(message);
    const [row] = await server.db.sql<{ sealed_payload: Buffer; key_version: number }>(
      'select sealed_payload, key_version from received_notifications where notification_id = $1',
      [message.id],
    );
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const sealed = { sealed: row!.sealed_payload, keyVersion: row!.key_version };
    const { activationCode: _, ...token } = TOKEN_OF_TYPE.AC;
    const { id, type, timestamp } = message;
    expect(JSON.parse(vault.open(`received:DEMO:${id}`, sealed))).toEqual({
      ...{ id, type, timestamp },
      details: { card: { id: { type: 'cardNumber', value: '555555XXXXXX4444' } }, token },
    });
    expect(() => vault.open(`received:OTHR:${id}`, sealed)).toThrow();
    const [code] = await server.db.sql<{ sealed_code: Buffer; key_version: number }>(
      'select sealed_code, key_version from received_activations where notification_id = $1',
      [id],
    );
    const sealedCode = { sealed: code!.sealed_code, keyVersion: code!.key_version };
    expect(JSON.parse(vault.open(`received-activation:DEMO:${id}`, sealedCode))).toEqual({
      activation_code: CODE,
      text_message: 'for card 400000XXXXXX7899',
    });
    expect(() => vault.open(`received-activation:OTHR:${id}`, sealedCode)).toThrow();
  });

  it('keeps members that the interface does not define, unless they make it longer than 64 KiB', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const storedColumns = async (message: { id: string }) => {
      expect((await send(message)).status).toBe(200);
      const [row] = await server.db.sql<{ sealed_payload: Buffer; key_version: number }>(
        'select sealed_payload, key_version from received_notifications where notification_id = $1',
        [message.id],
      );
      const sealed = { sealed: row!.sealed_payload, keyVersion: row!.key_version };
      return JSON.parse(vault.open(`received:DEMO:${message.id}`, sealed));
    };
    const small = notification('TC', { note: 'x'.repeat(60_000) });
    const large = notification('TC');
    expect(await storedColumns(small)).toEqual(small);
    expect(await storedColumns({ ...large, note: 'x'.repeat(65_536) } as { id: string })).toEqual(large);
  });

  it('is deleted after 90 days', async () => {
    const message = notification('TC');
    await sendSigned(message, SECRET_B);
    server.clock.set('2027-02-18T07:59:59.000Z');
    await server.server.periodicJobs.runDue();
    expect(await received('recb')).toContain(message.id);
    server.clock.set('2027-02-18T08:00:01.000Z');
    await server.server.periodicJobs.runDue();
    expect(await received('recb')).not.toContain(message.id);
    server.clock.set('2026-11-20T08:00:00.000Z');
  });
});
