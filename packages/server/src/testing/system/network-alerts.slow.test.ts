import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Message } from '@cardwright/iso8583';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../cards/issued-cards.ts';
import { lockAccountOf } from '../database/lock-account.ts';
import { fileFolder, fileResource } from '../file-resources.ts';
import { IsoClient, isoAuthorization } from '../networks/iso-client.ts';
import { type TestServer, testServer } from '../test-server.ts';
import { countersOf, evaluateRules, NEEDED, OF_NETWORKS, PROMTOOL, readScrape, untilScrape } from './alert-rules.ts';
import { canRun } from './installed-program.ts';

if (canRun('What alerts say of networks', PROMTOOL, NEEDED)) {
  describe('the rules of deploy/prometheus about networks', { timeout: 120_000 }, () => {
    let host: Server;
    let server: TestServer;
    let client: IsoClient;
    let dialled: IsoClient;
    const answers = { signOn: '00', echoMs: 0 };

    /** Plays the network that the server dials. */
    const answerFrom = (connection: IsoClient) => {
      dialled = connection;
      let seen = 0;
      connection.socket.on('data', () => {
        for (const message of connection.messages(seen)) {
          seen += 1;
          const isEcho = message.get(70) === '301';
          const response = new Message('0810', { ...message.toObject(), 39: isEcho ? '00' : answers.signOn });
          setTimeout(() => connection.send(response), isEcho ? answers.echoMs : 0);
        }
      });
    };

    const folder = fileFolder();
    beforeAll(async () => {
      host = createServer((socket) => answerFrom(new IsoClient(socket))).listen(0, '127.0.0.1');
      await once(host, 'listening');
      const address = host.address();
      const port = String(typeof address === 'object' ? address!.port : 0);
      const file = join(folder, 'configuration.json');
      const configuration = {
        banks: [],
        oauth_clients: [
          {
            client_id: 'switch',
            kind: 'network',
            scopes: ['authorizations:write'],
            secret: 'switch-secret-0123456789',
          },
        ],
        networks: [
          { name: 'dialled', client_id: 'switch', direction: 'dial', host: '127.0.0.1', port, echo_seconds: '1' },
          { name: 'listening', client_id: 'switch', direction: 'listen', port: '0', deadline_ms: '100' },
        ],
      };
      writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 });
      server = await testServer({ CARDWRIGHT_CONFIG_FILE: file });
      const [listening] = await server.server.openNetworks();
      client = await IsoClient.connect(listening!.port);
    });
    const card = fileResource(() => issueCard(server, { available: '100.00' }));
    afterAll(async () => {
      client?.close();
      await server?.close();
      host?.close();
    });

    const exported = async () => (await server.request({ method: 'GET', url: '/metrics' })).text;
    const scrape = async () => {
      const found = [...readScrape(await exported())];
      return new Map(found.filter(([series]) => series.startsWith('cardwright_network_')));
    };
    const until = (series: string, holds: (value: number) => boolean) =>
      untilScrape(scrape, `cardwright_network_${series}`, holds);

    /** Holds the account of a message beyond the deadline of the network. */
    const beLate = async (times: number) => {
      const session = await server.db.database.connect({ unlimited: true });
      await session.query('begin');
      await lockAccountOf(session, card.accountNumber);
      client.send(isoAuthorization(card));
      await new Promise((resolve) => setTimeout(resolve, 500));
      await session.query('rollback');
      await session.end();
      await until('messages_total{network="listening",mti="0100",outcome="late"}', (late) => late === times);
    };
    const refuseSignOn = async (times: number) => {
      dialled.close();
      await until('sign_ons_total{network="dialled",event="refused_sign_on"}', (refused) => refused === times);
    };

    it('fire on metrics of a server, each only with its cause', async () => {
      await until('connections{network="listening"}', (open) => open === 1);
      const calm = await until('echo_seconds_count{network="dialled"}', (echoes) => echoes > 1);
      const counters = countersOf(await exported());
      expect(evaluateRules(folder, { calm, last: calm }, [])).toContain('SUCCESS');

      Object.assign(answers, { signOn: '05', echoMs: 1_500 });
      await refuseSignOn(1);
      await beLate(1);
      const first = await until('echo_seconds_sum{network="dialled"}', (seconds) => seconds > 1);
      await refuseSignOn(2);
      await beLate(2);
      await until('echo_seconds_sum{network="dialled"}', (seconds) => seconds > 3);
      client.close();
      const last = await until('connections{network="listening"}', (open) => open === 0);
      const course = { calm, first, last, counters };
      expect(evaluateRules(folder, course, OF_NETWORKS)).toContain('SUCCESS');
    });
  });
}
