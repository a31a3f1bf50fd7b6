import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linesOf, startExaminationServer } from '../../testing/examination-server.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { IsoClient } from '../../testing/networks/iso-client.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

const DAY_MS = 86_400_000;

describe('networks', { timeout: 60_000 }, () => {
  let running: TestServer;
  let client: IsoClient;
  let file: string;
  const on = fileResource(() => startExaminationServer());
  beforeAll(async () => {
    const path = (name: string) => join(on.folder, name);
    const soon = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      notAfterDate: new Date(Date.now() + 20.5 * DAY_MS),
    });
    await writeFile(path('key.pem'), soon.private, { mode: 0o600 });
    await writeFile(path('cert.pem'), soon.cert);
    file = path('networks.json');
    const listen = { client_id: 'switch', direction: 'listen', port: '0' };
    const configuration = {
      banks: [],
      oauth_clients: [
        { client_id: 'switch', kind: 'network', scopes: ['authorizations:write'], secret: 'switch-secret-0123456789' },
      ],
      networks: [
        { name: 'connected', ...listen, bins: ['400000'] },
        { name: 'idle', ...listen, bins: ['400000', '699999'] },
        { name: 'tls', ...listen, tls: { cert_file: path('cert.pem'), key_file: path('key.pem') } },
      ],
    };
    await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
    // the doctor checks the database of this server, which serves the networks
    running = await testServer({ CARDWRIGHT_CONFIG_FILE: file });
    const addresses = await running.server.openNetworks();
    client = await IsoClient.connect(addresses.find(({ name }) => name === 'connected')!.port);
  });
  afterAll(async () => {
    client?.close();
    await running?.close();
  });

  const examineRunning = () =>
    on.examine({
      DATABASE_URL: running.db.url,
      CARDWRIGHT_DATA_DIR: running.dataDir,
      CARDWRIGHT_CONFIG_FILE: file,
    });

  it('are connected, have certificates that are valid for a month, and BINs of products', async () => {
    const connectionLines = async () => linesOf(await examineRunning(), 'network connections');
    await expect
      .poll(connectionLines, { timeout: 20_000 })
      .toEqual([
        'pass  connected: 1 connection',
        expect.stringMatching(/^warn {2}idle is not connected since 20/),
        expect.stringMatching(/^warn {2}tls is not connected since 20/),
      ]);
    const results = await examineRunning();
    expect(linesOf(results, 'network certificates')).toEqual([
      `warn  tls: the certificate in ${join(on.folder, 'cert.pem')} expires in 20 days`,
    ]);
    expect(linesOf(results, 'network BINs')).toEqual(['warn  idle: no product has the BIN 699999']);
  });

  it('to which no running server is connected fail', async () => {
    const text = JSON.stringify({
      banks: [],
      oauth_clients: [
        { client_id: 'switch', kind: 'network', scopes: ['authorizations:write'], secret: 'switch-secret-0123456789' },
      ],
      networks: [
        { name: 'new', client_id: 'switch', direction: 'listen', port: '18583' },
        { name: 'far', client_id: 'switch', direction: 'dial', host: '127.0.0.1', port: '18584' },
      ],
    });
    const changed = join(on.folder, 'changed.json');
    await writeFile(changed, text, { mode: 0o600 });
    const results = await on.examine({ CARDWRIGHT_CONFIG_FILE: changed });
    expect(linesOf(results, 'network connections')).toEqual([
      'fail  new: no server listens on port 18583; restart the servers',
      'fail  far: no server dials it; restart the servers',
    ]);
  });

  it('that are not configured need no check', async () => {
    const results = await on.examine();
    for (const name of ['network connections', 'network certificates', 'network BINs']) {
      expect(linesOf(results, name)).toEqual(['pass  no networks']);
    }
  });
});
