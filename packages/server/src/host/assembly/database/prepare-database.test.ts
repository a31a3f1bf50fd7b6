import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sandboxKeys } from '../../../platform/vault/index.ts';
import { makeBureau } from '../../../testing/cards/embossing.ts';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { fileFolder, fileResource } from '../../../testing/file-resources.ts';
import { applyConfiguration } from '../../configuration/apply-configuration.ts';
import { readSettings } from '../../configuration/settings.ts';
import { DEMO_CONFIGURATION } from '../../sandbox/index.ts';
import { prepareDatabase } from './prepare-database.ts';

const db = fileResource(() => testDatabase());
const dataDir = fileFolder();

it('a sandbox does not start on a database that was set up for production, and writes nothing to it', async () => {
  const bank = {
    bank_id: 'REAL',
    bank_code: '009',
    name: 'Real Bank',
    country: 'AE',
    currency: 'AED',
    time_zone: 'Asia/Dubai',
    products: [],
  };
  await applyConfiguration(db.database, { banks: [bank], oauth_clients: [] }, { sandbox: false });
  const keys = await sandboxKeys(dataDir);
  await expect(prepareDatabase(db.database, readSettings({}), keys)).rejects.toThrow(
    'this database was set up for production, so a sandbox does not start on it',
  );
  expect(await db.sql('select client_id from oauth_clients')).toEqual([]);
  expect(await db.sql('select bank_id from banks')).toEqual([{ bank_id: 'REAL' }]);
});

it('nor on one that was set up only for acquirers', async () => {
  const boarding = await testDatabase();
  try {
    const acquirers = [{ acquirer_id: 'REAL', name: 'Real Acquirer' }];
    await applyConfiguration(boarding.database, { banks: [], acquirers, oauth_clients: [] }, { sandbox: false });
    const keys = await sandboxKeys(dataDir);
    await expect(prepareDatabase(boarding.database, readSettings({}), keys)).rejects.toThrow(
      'this database was set up for production, so a sandbox does not start on it',
    );
    expect(await boarding.sql('select acquirer_id from acquirers')).toEqual([{ acquirer_id: 'REAL' }]);
  } finally {
    await boarding.close();
  }
});

it('a sandbox starts with a screening provider over http, which only production refuses', async () => {
  const sandbox = await testDatabase();
  try {
    const path = join(dataDir, 'plain-provider.json');
    const acquirers = [{ acquirer_id: 'TRIAL', name: 'Trial', screening: { url: 'http://127.0.0.1:9/check' } }];
    await writeFile(path, JSON.stringify({ banks: [], acquirers, oauth_clients: [] }));
    const settings = readSettings({ CARDWRIGHT_CONFIG_FILE: path });
    await prepareDatabase(sandbox.database, settings, await sandboxKeys(dataDir));
    expect(
      await sandbox.sql("select configuration->'screening'->>'url' as url from acquirers where acquirer_id = 'TRIAL'"),
    ).toEqual([{ url: 'http://127.0.0.1:9/check' }]);
  } finally {
    await sandbox.close();
  }
});

it('a sandbox whose configuration has a bureau key for DEMO starts again, and production refuses its database', async () => {
  const sandbox = await testDatabase();
  try {
    const path = join(dataDir, 'demo.json');
    const { publicKey } = await makeBureau();
    const [demo] = DEMO_CONFIGURATION.banks;
    const banks = [{ ...demo, embossing: { public_key: publicKey } }];
    const acquirers = [{ acquirer_id: 'DEMO', name: 'Demo Acquirer, renamed' }];
    await writeFile(path, JSON.stringify({ banks, acquirers, oauth_clients: [] }));
    const keys = await sandboxKeys(dataDir);
    const settings = readSettings({ CARDWRIGHT_CONFIG_FILE: path });
    await prepareDatabase(sandbox.database, settings, keys);
    await prepareDatabase(sandbox.database, settings, keys);
    expect(await sandbox.sql("select embossing from banks where bank_id = 'DEMO'")).toEqual([
      { embossing: { public_key: publicKey } },
    ]);
    expect(await sandbox.sql('select name, sandbox from acquirers')).toEqual([
      { name: 'Demo Acquirer, renamed', sandbox: true },
    ]);
    const production = readSettings({
      CARDWRIGHT_MODE: 'production',
      CARDWRIGHT_KEY_FILE: join(dataDir, 'sandbox-keys.json'),
    });
    await expect(prepareDatabase(sandbox.database, production, keys)).rejects.toThrow(
      "this database holds the sandbox's bank DEMO",
    );
  } finally {
    await sandbox.close();
  }
});

it('a sandbox applies its fixtures and its file together: a restart changes nothing, and a feed ends with its member', async () => {
  const sandbox = await testDatabase();
  try {
    const path = join(dataDir, 'feed.json');
    const [demo] = DEMO_CONFIGURATION.banks;
    const { products: _, insurance_programs: __, ...members } = demo!;
    const bank = { ...members, name: 'Demo Bank, renamed', products: [] };
    const feed = { event_feed: { folder: join(dataDir, 'feed'), events: ['card.*'] } };
    const start = async (more: object) => {
      await writeFile(path, JSON.stringify({ banks: [{ ...bank, ...more }], oauth_clients: [] }));
      await prepareDatabase(
        sandbox.database,
        readSettings({ CARDWRIGHT_CONFIG_FILE: path }),
        await sandboxKeys(dataDir),
      );
      const [{ events } = {}] = await sandbox.sql("select events from event_feeds where bank_id = 'DEMO'");
      const [{ rows } = {}] = await sandbox.sql('select count(*)::int as rows from audit_log');
      return { events, rows };
    };
    const { rows } = await start(feed);
    expect(await start(feed)).toEqual({ events: ['card.*'], rows });
    expect(await start({})).toEqual({ events: [], rows: Number(rows) + 1 });
    expect(await sandbox.sql('select name, sandbox from banks')).toEqual([
      { name: 'Demo Bank, renamed', sandbox: true },
    ]);
    expect(await sandbox.sql('select product_code from products order by 1')).toEqual([
      { product_code: 'CREDIT-GOLD' },
      { product_code: 'DEBIT-CLASSIC' },
      { product_code: 'PREPAID-BASIC' },
    ]);
  } finally {
    await sandbox.close();
  }
});

it('warns about a configuration that can change decisions of a bank with promises, which do not prevent it', async () => {
  const sandbox = await testDatabase();
  try {
    const path = join(dataDir, 'promises.json');
    const [demo] = DEMO_CONFIGURATION.banks;
    const warned = async (more: object) => {
      await writeFile(path, JSON.stringify({ banks: [{ ...demo, products: [], ...more }], oauth_clients: [] }));
      const lines: object[] = [];
      const settings = readSettings({ CARDWRIGHT_CONFIG_FILE: path });
      await prepareDatabase(sandbox.database, settings, await sandboxKeys(dataDir), {
        warn: (facts) => lines.push(facts),
      });
      return lines;
    };
    expect(await warned({})).toEqual([]);
    expect(await warned({ cut_off: '01:00' })).toEqual([]);
    await sandbox.sql(
      `insert into rule_promises (bank_id, name, version, subject, condition, outcome, reason, created_at, created_by, changed_at, changed_by)
       values ('DEMO', 'TUITION', 1, 'authorization', '{}', 'NEVER_DECLINED', 'It is paid late', now(), 'a', now(), 'a')`,
    );
    const groups = [{ id: 'G', name: 'Games', effect: 'REFUSE', merchant_categories: ['7995'] }];
    const changed = { cut_off: '02:00', second_person: [], merchant_groups: groups, name: 'Other name' };
    expect(await warned(changed)).toEqual([{ bank: 'DEMO', members: ['cut_off', 'second_person', 'merchant_groups'] }]);
    expect(await warned(changed)).toEqual([]);
  } finally {
    await sandbox.close();
  }
});
