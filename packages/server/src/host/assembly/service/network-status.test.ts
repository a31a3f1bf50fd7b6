import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NETWORKS_PATH, type NetworkStatus } from '@cardwright/contract';
import { Message } from '@cardwright/iso8583';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileFolder, fileResource } from '../../../testing/file-resources.ts';
import { IsoClient, isoAuthorization } from '../../../testing/networks/iso-client.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';

describe('the page of networks', { timeout: 60_000 }, () => {
  let server: TestServer;
  const clients: Record<string, IsoClient> = {};

  const folder = fileFolder();
  beforeAll(async () => {
    const client = (id: string, owner: object) => ({
      client_id: id,
      scopes: ['authorizations:write'],
      secret: 'switch-secret-0123456789',
      ...owner,
    });
    const listen = (name: string, id: string) => ({ name, client_id: id, direction: 'listen', port: '0' });
    const configuration = {
      banks: [],
      oauth_clients: [client('switch', { kind: 'network' }), client('own-switch', { kind: 'bank', bank_id: 'DEMO' })],
      networks: [listen('every-bank', 'switch'), listen('own', 'own-switch'), listen('idle', 'switch')],
    };
    const file = join(folder, 'configuration.json');
    await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
    server = await testServer({ CARDWRIGHT_CONFIG_FILE: file });
    for (const { name, port } of await server.server.openNetworks()) {
      if (name !== 'idle') clients[name] = await IsoClient.connect(port);
    }
  });
  const card = fileResource(() => issueCard(server, { available: '100.00' }));
  afterAll(async () => {
    for (const client of Object.values(clients)) client.close();
    await server?.close();
  });

  const read = async (person: string) => {
    const { send } = await signInDemo(server, person);
    const { status, json } = await send('GET', NETWORKS_PATH);
    return { status, text: JSON.stringify(json), ...(json as unknown as NetworkStatus) };
  };
  const networkOf = async (name: string) => (await read('karim')).networks.find((one) => one.name === name);

  it('shows the operator all networks with state, counts and messages, without card data', async () => {
    const client = clients['every-bank']!;
    await client.exchange(new Message('0800', { 7: '1120080000', 11: '000001', 70: '001' }));
    await new Promise((resolve) => setTimeout(resolve, 150));
    const secrets = { 35: `${card.cardNumber}=30121010000000001`, 48: 'SECRET', 52: 'fedcba9876543210', 55: 'SECRET' };
    await client.exchange(isoAuthorization(card, secrets));
    await expect
      .poll(async () => (await networkOf('every-bank'))?.processes[0]?.messages.length, { timeout: 10_000 })
      .toBe(2);
    const { networks, text } = await read('karim');
    expect(networks.map(({ name, tenant, processes }) => [name, tenant, processes.map(({ state }) => state)])).toEqual([
      ['every-bank', null, ['signed_on']],
      ['idle', null, ['listening']],
      ['own', 'DEMO', ['connected']],
    ]);
    expect(networks[0]!.processes[0]).toMatchObject({
      connections: 1,
      in_flight: 0,
      last_echo_at: null,
      answers: [{ code: '00', messages: 1 }],
      messages: [
        { is_sent: false, request: { mti: '0100' }, response: { mti: '0110' } },
        { is_sent: false, request: { mti: '0800' }, response: { mti: '0810' } },
      ],
    });
    for (const secret of ['SECRET', 'fedcba98', card.cardNumber, card.expiry]) expect(text).not.toContain(secret);
    const rows = await server.db.sql('select report from network_reports');
    expect(JSON.stringify(rows)).not.toContain(card.cardNumber);
  });

  it('shows a bank only its own networks, and audits the reader', async () => {
    const { status, networks } = await read('salim');
    expect(status).toBe(200);
    expect(networks.map(({ name, tenant }) => [name, tenant])).toEqual([['own', 'DEMO']]);
    const rows = await server.db.sql<{ bank_id: string }>(
      "select distinct bank_id from audit_log where operation = 'networks.read-status' order by bank_id",
    );
    expect(rows.map((row) => row.bank_id)).toEqual(['-', 'DEMO']);
  });

  it.each([
    ['layla', '202'],
    ['yusuf', '203'],
  ])('is closed to %s, who lacks the scope or works for an acquirer', async (person, code) => {
    const { send } = await signInDemo(server, person);
    const { status, json } = await send('GET', NETWORKS_PATH);
    expect([status, json.error_code]).toEqual([403, code]);
  });

  it('is closed to programs and to strangers', async () => {
    const get = { method: 'GET', url: NETWORKS_PATH } as const;
    expect((await server.request({ ...get, as: 'demo-bank' })).status).toBe(403);
    expect((await server.request(get)).status).toBe(401);
  });

  it('shows that a network disconnected', async () => {
    clients['every-bank']!.close();
    await expect
      .poll(async () => (await networkOf('every-bank'))?.processes[0], { timeout: 10_000 })
      .toMatchObject({ state: 'listening', connections: 0 });
  });
});
