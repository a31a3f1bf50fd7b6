import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareDatabase } from '../../server/src/host/assembly/database/prepare-database.ts';
import { readSettings } from '../../server/src/host/configuration/settings.ts';
import { generateKeyFile, readKeyFile } from '../../server/src/platform/vault/index.ts';
import { exidsOf, makeBureau } from '../../server/src/testing/cards/embossing.ts';
import { cardBody, issueAccount } from '../../server/src/testing/cards/issued-cards.ts';
import { testDatabase } from '../../server/src/testing/database/test-database.ts';
import { runCommand } from '../../server/src/testing/system/command.ts';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../server/src/testing/system/server-process.ts';
import { fileServer, type TestServer } from '../../server/src/testing/test-server.ts';

const REAL_BANK = {
  bank_id: 'REAL',
  bank_code: '009',
  name: 'Real Bank',
  country: 'AE',
  currency: 'AED',
  time_zone: 'Asia/Dubai',
  products: [],
};

/** Creates a physical card of DEMO and returns its EXID. */
async function physicalCard(server: Pick<TestServer, 'request' | 'envelope'>, name = 'TEST HOLDER'): Promise<string> {
  const account = await issueAccount(server);
  const members = { card_virtual_indicator: 'P', cardholder_name: name, card_expiry_date: '3012' };
  return (await server.envelope('cards.create-card', cardBody(account, members))).body.card_identifier_id;
}

const withoutAddress = (cards: string, ...exids: string[]) =>
  `${cards} without an address, because the client has no address of the requested type: ${exids.join(', ')}\n`;

describe('cardwright emboss', () => {
  let environment: Record<string, string>;
  const server = fileServer();
  beforeAll(async () => {
    // Remove the sandbox's own cards from the queue.
    await server.db.sql('delete from embossing_queue');
    environment = { DATABASE_URL: server.db.url, CARDWRIGHT_DATA_DIR: server.dataDir };
  });
  const emboss = (...args: string[]) => runCommand(['emboss', ...args], environment);

  it('previews the files, writes them, lists them, and writes them again', async () => {
    const exid = await physicalCard(server);
    const nameless = await physicalCard(server, '★');
    const dryRun = await emboss('--bank', 'DEMO', '--dry-run');
    expect(dryRun).toEqual({
      code: 0,
      stdout: '2 cards would be written: 2 NEW\n',
      stderr: withoutAddress('2 cards', exid, nameless),
    });
    await server.db.sql("update clients set record = jsonb_set(record, '{card_name}', '\"★\"')");
    expect(await emboss('--bank', 'DEMO', '--dry-run')).toEqual({
      code: 0,
      stdout: '1 card would be written: 1 NEW\n1 card is pending with a name that cannot be embossed\n',
      stderr:
        `card ${nameless} was not written: no character of the name can be embossed; the card stays pending\n` +
        withoutAddress('1 card', exid),
    });
    const written = await emboss('--bank', 'DEMO');
    expect(written.code).toBe(0);
    const path = /^run 1 written: 1 card, (\S+)$/m.exec(written.stdout)?.[1] ?? '';
    expect(path).toBe(join(server.dataDir, 'embossing', path.split('/').at(-1)!));
    expect(exidsOf(await readFile(path, 'ascii'))).toEqual([exid]);
    expect(written.stdout).toContain('  not encrypted (sandbox)\n');
    expect(written.stderr).toContain(nameless);
    expect(written.stderr).toContain(withoutAddress('1 card', exid));
    const again = await emboss('--bank', 'DEMO', '--reprint', '1');
    expect(again.stdout).toMatch(/^run 1 reprinted: 1 card, \S+-reprint-1\.emb$/m);
    const files = (await readdir(join(server.dataDir, 'embossing'))).map((name) =>
      join(server.dataDir, 'embossing', name),
    );
    expect(files).toHaveLength(2);
    expect(await readFile(files[0]!, 'ascii')).toBe(await readFile(files[1]!, 'ascii'));
    const list = await emboss('--bank', 'DEMO', '--list');
    expect(list.stdout).toMatch(
      /^no cards are ready to be embossed\n1 card is pending with a name that cannot be embossed\nrun 1 {2}\S+ {2}1 card {2}DEMO-000001-\d{8}\.emb, reprinted once {2}by operator:\S+\n$/,
    );
    expect(await emboss('--bank', 'DEMO')).toMatchObject({ code: 0, stdout: 'no cards are ready to be embossed\n' });
    const runs = JSON.parse((await emboss('--bank', 'DEMO', '--list', '--json')).stdout);
    const sum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(runs.runs).toMatchObject([{ run_number: 1, card_count: 1, content_sha256: sum, file_sha256: sum }]);
    const nothing = await emboss('--bank', 'DEMO', '--json');
    expect([nothing.code, JSON.parse(nothing.stdout).files]).toEqual([0, []]);
    const file = JSON.parse((await emboss('--bank', 'DEMO', '--reprint', '1', '--json')).stdout).files[0];
    expect(file.path).toMatch(/-reprint-2\.emb$/);
  });

  it('explains problems that the operator can fix, and exits with 1', async () => {
    expect(await emboss('--bank', 'NONE')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'cardwright: bank NONE not found; known banks: DEMO, FRAU, OTHR\n',
    });
    expect(await emboss('--bank', 'DEMO', '--reprint', '99')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'cardwright: bank DEMO has no run 99\n',
    });
    const production = {
      ...environment,
      CARDWRIGHT_MODE: 'production',
      CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
      CARDWRIGHT_KEY_FILE: join(server.dataDir, 'sandbox-keys.json'),
    };
    expect(await runCommand(['emboss', '--bank', 'DEMO'], production)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cardwright: this database holds sandbox credentials'),
    });
    expect(await runCommand(['emboss', '--bank', 'DEMO'], { ...environment, CARDWRIGHT_MODUS: 'x' })).toMatchObject({
      code: 1,
      stderr: 'cardwright: CARDWRIGHT_MODUS is not a setting. Did you mean CARDWRIGHT_MODE?\n',
    });
    const nowhere = { CARDWRIGHT_DATA_DIR: join(server.dataDir, 'nowhere') };
    const lost = await runCommand(['emboss', '--bank', 'DEMO'], nowhere);
    expect(lost).toMatchObject({ code: 1, stdout: '' });
    expect(lost.stderr).toMatch(
      /^cardwright: There is no database in the data directory \S+nowhere\. Start the server once/,
    );
  });

  it.each([
    [[], "error: required option '--bank <bank_id>' not specified"],
    [['--bank', 'DEMO', '--reprint', '0'], 'Enter a run number from 1 to 999999.'],
    [['--bank', 'DEMO', '--list', '--dry-run'], 'error: --dry-run, --list and --reprint cannot be used together'],
    [['--bank', 'DEMO', '--lst'], "error: unknown option '--lst'"],
  ])('prints the usage when called with %j, and exits with 2', async (args, usage) => {
    const { code, stdout, stderr } = await emboss(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(usage);
    expect(stderr).toContain('Usage: cardwright emboss [options]');
  });

  it('writes no unencrypted file in production, and explains what the bank needs', async () => {
    const db = await testDatabase();
    const folder = dataFolder();
    const keyFile = join(folder, 'keys.json');
    await generateKeyFile(keyFile);
    const configFile = join(folder, 'banks.json');
    const production = {
      DATABASE_URL: db.url,
      CARDWRIGHT_MODE: 'production',
      CARDWRIGHT_TRUST_DATABASE_NETWORK: 'true',
      CARDWRIGHT_DATA_DIR: folder,
      CARDWRIGHT_KEY_FILE: keyFile,
      CARDWRIGHT_CONFIG_FILE: configFile,
    };
    const configure = async (embossing?: { public_key: string }) => {
      await writeFile(configFile, JSON.stringify({ banks: [{ ...REAL_BANK, embossing }], oauth_clients: [] }));
      const settings = readSettings(production);
      await prepareDatabase(db.database, settings, await readKeyFile(keyFile));
    };
    try {
      await configure();
      expect(await runCommand(['emboss', '--bank', 'REAL'], production)).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'cardwright: bank REAL has no embossing key: set embossing.public_key in the configuration. ' +
          'Only a sandbox writes unencrypted files\n',
      });
      expect(await readdir(folder)).not.toContain('embossing');
      await configure({ public_key: (await makeBureau()).publicKey });
      expect(await runCommand(['emboss', '--bank', 'REAL'], production)).toEqual({
        code: 0,
        stdout: 'no cards are ready to be embossed\n',
        stderr: '',
      });
    } finally {
      await db.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('refuses a database that is not migrated to its version, and does not change it', async () => {
    const empty = await testDatabase({ from: 'empty' });
    try {
      const result = await runCommand(['emboss', '--bank', 'DEMO'], { ...environment, DATABASE_URL: empty.url });
      expect(result).toMatchObject({ code: 1, stdout: '' });
      expect(result.stderr).toContain('the database is not up to date');
      expect(await empty.sql("select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    } finally {
      await empty.close();
    }
  });
});

describe('a command with the embedded database', () => {
  it('uses that of a running server, or else starts it and stops it', async () => {
    const folder = dataFolder();
    const servers: ServerProcess[] = [];
    const environment = { CARDWRIGHT_DATA_DIR: folder };
    try {
      const server = await startServer(environment);
      servers.push(server);
      await physicalCard(server);
      const withServer = await runCommand(['emboss', '--bank', 'DEMO'], environment);
      expect(withServer.code).toBe(0);
      // Three of the sandbox's own cards are physical.
      expect(withServer.stdout).toMatch(/^run 1 written: 4 cards,/);
      await physicalCard(server);
      server.child.kill('SIGTERM');
      await server.ended;
      const withoutServer = await runCommand(['emboss', '--bank', 'DEMO'], environment);
      expect(withoutServer.code).toBe(0);
      expect(withoutServer.stdout).toMatch(/^run 2 written: 1 card,/);
      const next = await startServer(environment);
      servers.push(next);
      expect((await runCommand(['emboss', '--bank', 'DEMO'], environment)).stdout).toBe(
        'no cards are ready to be embossed\n',
      );
    } finally {
      await cleanUp(servers, folder);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
