import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { HashingKey, openVault, Pan, type RootKeys, SealingKey } from './index.ts';

const db = fileResource(() => testDatabase());

const NUMBER = '4000001234567899';

function rootKeys(keys: Record<number, { master: Buffer; lookup: Buffer }>): RootKeys {
  const entries = Object.entries(keys).map(([version, key]) => [Number(version), key] as const);
  return {
    path: '/etc/keys.json',
    masters: new Map(entries.map(([version, { master }]) => [version, new SealingKey(master)])),
    lookups: new Map(entries.map(([version, { lookup }]) => [version, new HashingKey(lookup)])),
  };
}

/** nonce (12), ciphertext, tag (16): the format from before keys had versions. */
function seal(key: Buffer, plain: Buffer, context: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

it('a database from before keys had versions still opens, with its cards, texts and repeated requests', async () => {
  const [master, lookup, data] = [randomBytes(32), randomBytes(32), randomBytes(32)];
  const mark = createHmac('sha256', lookup).update('data-key\x001').digest('hex');
  await db.sql('insert into data_keys (key_version, wrapped_key) values (1, $1)', [
    seal(master, data, `data-key:1:${mark}`),
  ]);
  await db.sql(
    `insert into vault_card_numbers (bank_id, card_id, account_id, lookup_version, lookup_hash, first6, last4,
       number_length, expiry, key_version, sealed_number)
     values ('DEMO', 7, 8, 1, $1, '400000', '7899', 16, '3012', 1, $2)`,
    [
      createHmac('sha256', lookup).update(`card-number\0${NUMBER}`).digest(),
      seal(data, Buffer.from(NUMBER), 'card-number:DEMO:7'),
    ],
  );
  const other = rootKeys({ 1: { master, lookup: randomBytes(32) } });
  await expect(openVault(db.database, other)).rejects.toThrow('the keys do not belong to this database');

  for (let start = 0; start < 2; start++) {
    const vault = await openVault(db.database, rootKeys({ 1: { master, lookup } }));
    const pan = Pan.parse(NUMBER)!;
    const found = await vault.findByNumber(db.database, [{ bankId: 'DEMO', mark: vault.lookup(pan) }]);
    expect(found).toMatchObject([{ card_id: 7n, account_id: 8n, position: 1 }]);
    const text = { sealed: seal(data, Buffer.from('hello'), 'text:greeting:DEMO'), keyVersion: 1 };
    expect(vault.open('greeting:DEMO', text)).toBe('hello');
    // the hashes that identify repeated requests, and repeated messages about unknown cards, are unchanged
    const body = createHmac('sha256', lookup).update('content\0body').digest();
    expect(vault.contents.hash('body')).toEqual({ hash: body, version: 1 });
    expect(vault.cardMarks(pan)).toEqual([createHmac('sha256', lookup).update(`card-number\0${NUMBER}`).digest()]);
  }
});

it('a new database uses the newest keys of the file, and a separate content key', async () => {
  const empty = await testDatabase();
  const keys = {
    1: { master: randomBytes(32), lookup: randomBytes(32) },
    2: { master: randomBytes(32), lookup: randomBytes(32) },
  };
  const opened = await Promise.all([1, 2, 3].map(() => openVault(empty.database, rootKeys(keys))));
  expect(await empty.sql('select kind, key_version, state from root_keys order by kind')).toEqual([
    { kind: 'LOOKUP', key_version: 2, state: 'ACTIVE' },
    { kind: 'MASTER', key_version: 2, state: 'ACTIVE' },
  ]);
  const hashes = opened.map((vault) => vault.contents.hash('body').hash.toString('hex'));
  expect(new Set(hashes).size).toBe(1);
  expect(hashes).not.toContain(createHmac('sha256', keys[2].lookup).update('content\0body').digest('hex'));
  await expect(openVault(empty.database, rootKeys({ 1: keys[1] }))).rejects.toThrow(
    'CARDWRIGHT_KEY_FILE: /etc/keys.json has no master key of version 2, which this database needs: put the newest key file there',
  );
  const wrong = rootKeys({ 2: { master: randomBytes(32), lookup: keys[2].lookup } });
  await expect(openVault(empty.database, wrong)).rejects.toThrow(
    '(the master key of version 2 in /etc/keys.json differs)',
  );
  await empty.close();
});
