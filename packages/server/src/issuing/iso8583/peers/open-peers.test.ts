import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { Codec, SPECIFICATIONS } from '@cardwright/iso8583';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../../../testing/cards/issued-cards.ts';
import { createAuthority } from '../../../testing/certificates.ts';
import { fileFolder, fileResource } from '../../../testing/file-resources.ts';
import { IsoClient, isoAuthorization, originalOf, variant } from '../../../testing/networks/iso-client.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';

const binary = new Codec(SPECIFICATIONS['iso1987-binary']);

describe('configured networks', { timeout: 60_000 }, () => {
  let server: TestServer;
  let listener: Server;
  let ports: Record<string, number>;
  let pair: { key: string; cert: string };
  let ca: string;
  const dialled: IsoClient[] = [];

  const folder = fileFolder();
  beforeAll(async () => {
    const authority = await createAuthority('networks');
    pair = await authority.issue(['localhost'], ['127.0.0.1']);
    ca = authority.ca;
    const files = {
      cert_file: join(folder, 'cert.pem'),
      key_file: join(folder, 'key.pem'),
      ca_file: join(folder, 'ca.pem'),
    };
    await writeFile(files.cert_file, pair.cert);
    await writeFile(files.key_file, pair.key, { mode: 0o600 });
    await writeFile(files.ca_file, ca);
    listener = createServer((socket) => dialled.push(new IsoClient(socket))).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const address = listener.address();
    const port = String(typeof address === 'object' ? address!.port : 0);
    const configuration = {
      banks: [],
      oauth_clients: [
        { client_id: 'switch', kind: 'network', scopes: ['authorizations:write'], secret: 'switch-secret-0123456789' },
      ],
      networks: [
        { name: 'one-bin', client_id: 'switch', direction: 'listen', port: '0', bins: ['410000'], connections: '2' },
        {
          name: 'by-tls',
          client_id: 'switch',
          direction: 'listen',
          port: '0',
          tls: files,
          specification: 'iso1987-binary',
          framing: { length: '4-digit' },
          response_codes: [{ code: '51', network_code: '61' }],
        },
        { name: 'dialled', client_id: 'switch', direction: 'dial', host: '127.0.0.1', port },
        { name: 'elsewhere', client_id: 'switch', direction: 'listen', port: '0', addresses: ['192.0.2.0/24'] },
      ],
    };
    const file = join(folder, 'configuration.json');
    await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
    server = await testServer({ CARDWRIGHT_CONFIG_FILE: file });
    const addresses = await server.server.openNetworks();
    ports = Object.fromEntries(addresses.map(({ name, port: bound }) => [name, bound]));
  });
  const card = fileResource(() => issueCard(server, { available: '100.00' }));
  afterAll(async () => {
    await server?.close();
    for (const client of dialled) client.close();
    listener?.close();
  });

  it('a card outside the BINs of a network is unknown to it, and the network cannot reverse its payments', async () => {
    const client = await IsoClient.connect(ports['one-bin']!);
    const request = isoAuthorization(card);
    for (const message of [request, variant(request, '0420', { 90: originalOf(request) })]) {
      expect((await client.exchange(message)).get(39)).toBe('14');
    }
    client.close();
  });

  it('a network has at most its configured number of connections', async () => {
    const clients = [await IsoClient.connect(ports['one-bin']!), await IsoClient.connect(ports['one-bin']!)];
    for (const client of clients) await client.exchange(isoAuthorization(card));
    const third = await IsoClient.connect(ports['one-bin']!);
    await third.closed();
    for (const client of clients) client.close();
  });

  it('only a network with a certificate of the authority connects by TLS', async () => {
    const options = { host: '127.0.0.1', port: ports['by-tls']!, ca };
    const stranger = connectTls(options);
    stranger.on('error', () => {});
    await new Promise((resolve) => stranger.once('close', resolve));
    const socket = connectTls({ ...options, ...pair });
    await once(socket, 'secureConnect');
    const client = new IsoClient(socket, { length: '4-digit' }, binary);
    expect((await client.exchange(isoAuthorization(card))).get(39)).toBe('00');
    expect((await client.exchange(isoAuthorization(card, { 4: '000000090000' }))).get(39)).toBe('61');
    client.close();
  });

  it('an address that is not allowed is refused', async () => {
    const client = await IsoClient.connect(ports.elsewhere!);
    await client.closed();
    expect(server.logs.join('')).toContain('the address is not allowed');
  });

  it('a network that is dialed gets a sign-on, and is dialed again when it disconnects', async () => {
    await expect.poll(() => dialled.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const first = dialled.at(-1)!;
    await first.until(() => first.arrived.length === 1);
    expect(first.messages()[0]?.toObject()).toMatchObject({ 70: '001' });
    expect((await first.exchange(isoAuthorization(card))).get(39)).toBe('00');
    const before = dialled.length;
    first.close();
    await expect.poll(() => dialled.length, { timeout: 10_000 }).toBe(before + 1);
    expect((await dialled.at(-1)!.exchange(isoAuthorization(card))).get(39)).toBe('00');
  });

  it('the metrics count connections and messages of each network', async () => {
    const { body } = await server.server.app.inject({ url: '/metrics' });
    expect(body).toContain('cardwright_network_connections{network="dialled"} 1');
    expect(body).toContain('cardwright_network_messages_total{network="one-bin",mti="0420",outcome="foreign_card"} 1');
  });

  it('disabling a client cuts its connections', async () => {
    const client = await IsoClient.connect(ports['one-bin']!);
    await client.exchange(isoAuthorization(card));
    await server.db.sql("update oauth_clients set disabled = true where client_id = 'switch'");
    const closed = client.closed();
    const timer = setInterval(() => client.send(isoAuthorization(card)), 500);
    await closed.catch(() => client.closed());
    clearInterval(timer);
    expect(server.logs.join('')).toContain('may not authorize any more');
  });
});
