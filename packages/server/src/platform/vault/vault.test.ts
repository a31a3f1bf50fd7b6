import { createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { fileFolder } from '../../testing/file-resources.ts';
import { fileServer } from '../../testing/test-server.ts';
import { openVault, Pan, readKeyFile, readVisibleDigits, sandboxKeys } from './index.ts';

interface SealedRow {
  card_id: string;
  first6: string;
  last4: string;
  number_length: number;
  key_version: number;
  lookup_hash: Buffer;
  sealed_number: Buffer;
}

/**
 * AES-256-GCM in the stored form, implemented here independently: nonce (12), ciphertext, tag (16); the context is
 * authenticated.
 */
function open(key: Buffer, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
}

describe('vault', () => {
  let keys: { master: Buffer; lookup: Buffer };

  const server = fileServer();
  const folder = fileFolder();
  beforeAll(async () => {
    const file = JSON.parse(await readFile(join(server.dataDir, 'sandbox-keys.json'), 'utf8'));
    keys = { master: Buffer.from(file.master['1'], 'base64'), lookup: Buffer.from(file.lookup['1'], 'base64') };
  });

  async function sealedRow(exid: string): Promise<SealedRow> {
    const rows = await server.db.sql<SealedRow>(
      `select v.* from vault_card_numbers v join card_directory d using (bank_id, card_id) where d.exid = $1`,
      [exid],
    );
    return rows[0]!;
  }

  async function dataKey(version: number): Promise<Buffer> {
    const [row] = await server.db.sql<{ wrapped_key: Buffer }>(
      'select wrapped_key from data_keys where key_version = $1',
      [version],
    );
    return open(keys.master, row!.wrapped_key, `data-key:${version}`);
  }

  it('stores a number sealed under the data key of its row, and finds it by the keyed hash and by its visible digits', async () => {
    const card = await issueCard(server);
    const row = await sealedRow(card.exid);
    expect(row).toMatchObject({
      first6: '400000',
      last4: card.cardNumber.slice(-4),
      number_length: 16,
      key_version: 1,
    });
    const opened = open(await dataKey(1), row.sealed_number, `card-number:DEMO:${row.card_id}`);
    expect(opened.toString()).toBe(card.cardNumber);
    const hash = createHmac('sha256', keys.lookup).update(`card-number\0${card.cardNumber}`).digest();
    expect(row.lookup_hash).toEqual(hash);
  });

  it("does not open one card's sealed number in another card's row", async () => {
    const [one, other] = [await issueCard(server), await issueCard(server)];
    const [ofOne, ofOther] = [await sealedRow(one.exid), await sealedRow(other.exid)];
    const key = await dataKey(1);
    expect(() => open(key, ofOther.sealed_number, `card-number:DEMO:${ofOne.card_id}`)).toThrow();
    expect(() => open(key, ofOne.sealed_number, `card-number:DEMO:${ofOther.card_id}`)).toThrow();
    expect(() => open(key, ofOne.sealed_number, `card-number:OTHR:${ofOne.card_id}`)).toThrow();
  });

  it('seals a text under the newest data key, and opens it only for the same context', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const sealed = vault.seal('notification:DEMO:1', 'code 123456, شكرا');
    expect(sealed.keyVersion).toBe(1);
    expect(sealed.sealed.includes('123456')).toBe(false);
    expect(vault.seal('notification:DEMO:1', 'code 123456, شكرا').sealed).not.toEqual(sealed.sealed);
    expect(vault.open('notification:DEMO:1', sealed)).toBe('code 123456, شكرا');
    expect(open(await dataKey(1), sealed.sealed, 'text:notification:DEMO:1').toString()).toBe('code 123456, شكرا');
    for (const context of ['notification:OTHR:1', 'notification:DEMO:2', '']) {
      expect(() => vault.open(context, sealed)).toThrow();
    }
    expect(() => vault.open('notification:DEMO:1', { ...sealed, keyVersion: 2 })).toThrow(
      'there is no data key of version 2',
    );
  });

  it('never gives a text the context of a card number', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const { card_id, ...row } = await sealedRow((await issueCard(server)).exid);
    const asText = { sealed: row.sealed_number, keyVersion: row.key_version };
    expect(() => vault.open(`card-number:DEMO:${card_id}`, asText)).toThrow();
  });

  it('opens with its own keys and finds the same hash for the same number', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const hash = createHmac('sha256', keys.lookup).update('card-number\x004000001234567899').digest();
    expect(vault.lookup(Pan.parse('4000001234567899')!)).toMatchObject({ version: 1, hash });
  });

  it('finds cards of one bank by visible digits, in all ten BINs with that beginning, and reveals no number', async () => {
    const vault = await openVault(server.db.database, await sandboxKeys(server.dataDir));
    const { database } = server.db;
    // all have the same first five and last four digits, and differ in BIN, fifth digit from the end, length or bank
    const stored: [bankId: string, cardId: bigint, number: string][] = [
      ['DEMO', 9001n, '4000071234512345'],
      ['DEMO', 9002n, '4000091234512345'],
      ['DEMO', 9003n, '4000071234562345'],
      ['DEMO', 9004n, '40000712342345'],
      ['OTHR', 9005n, '4000071234512345'],
    ];
    for (const [bankId, cardId, number] of stored) {
      await vault.store(database, bankId, { cardId, accountId: cardId + 1n, expiry: '3012' }, Pan.parse(number)!);
    }
    const found = async (masked: string, bankId = 'DEMO') => {
      const rows = await vault.findVisible(database, bankId, readVisibleDigits(masked)!);
      expect(rows.every((row) => Object.keys(row).join() === 'card_id,account_id')).toBe(true);
      return rows.map(({ card_id: id }) => Number(id)).sort();
    };
    expect(await found('40000XXXXXXX2345')).toEqual([9001, 9002, 9003]);
    expect(await found('400007XXXXXX2345')).toEqual([9001, 9003]);
    expect(await found('40000XXXXXX12345')).toEqual([9001, 9002]);
    expect(await found('400007XXXXX12345')).toEqual([9001]);
    expect(await found('40000XXXXX2345')).toEqual([9004]);
    expect(await found('40000XXXXXX92345')).toEqual([]);
    expect(await found('40000XXXXXXX2345', 'OTHR')).toEqual([9005]);
    expect(await found('40000XXXXXX12345', 'FRAU')).toEqual([]);
  });

  it.each([
    '4000071234512345',
    '4000XXXXXXXX2345',
    '4000071XXXXX2345',
    '400007XXXXXXX345',
    '400007XXXX512345',
    '400007XX34XX2345',
    'XXXXXXXXXXXX2345',
    '400007------2345',
  ])('%s is not a masked number of that kind', (text) => {
    expect(readVisibleDigits(text)).toBeUndefined();
  });

  it.each([
    ['both keys of another database', () => ({ master: randomBytes(32), lookup: randomBytes(32) })],
    ['another master key', () => ({ ...keys, master: randomBytes(32) })],
    ['another lookup key, under which no card would be found', () => ({ ...keys, lookup: randomBytes(32) })],
  ])('refuses %s with a clear error', async (_what, make) => {
    const path = join(folder, `${randomBytes(4).toString('hex')}.json`);
    const { master, lookup } = make();
    const written = { master: master.toString('base64'), lookup: lookup.toString('base64') };
    await writeFile(path, JSON.stringify(written), { mode: 0o600 });
    const wrong = await readKeyFile(path);
    await expect(openVault(server.db.database, wrong)).rejects.toThrow(
      'the keys do not belong to this database: check CARDWRIGHT_KEY_FILE',
    );
  });

  it.each([
    ['a file that is not there', undefined, /^CARDWRIGHT_KEY_FILE: cannot read .*: ENOENT/],
    ['a file that is not JSON', 'master=abc', /^CARDWRIGHT_KEY_FILE: .* is not a JSON object, and may be truncated/],
    ['a missing key', '{"master":"AAAA"}', /^CARDWRIGHT_KEY_FILE: .* needs "master", 32 bytes in base64$/],
    ['null', 'null', /^CARDWRIGHT_KEY_FILE: .* is not a JSON object, and may be truncated/],
    [
      'a short lookup key',
      JSON.stringify({ master: Buffer.alloc(32, 7).toString('base64'), lookup: Buffer.alloc(31).toString('base64') }),
      /^CARDWRIGHT_KEY_FILE: .* needs "lookup", 32 bytes in base64$/,
    ],
  ])('explains a broken key file: %s', async (_what, content, text) => {
    const path = join(folder, `${randomBytes(4).toString('hex')}.json`);
    if (content !== undefined) await writeFile(path, content, { mode: 0o600 });
    await expect(readKeyFile(path)).rejects.toThrow(text);
  });

  it('never quotes a key in an error about a broken key file', async () => {
    const path = join(folder, 'broken.json');
    const secret = Buffer.alloc(32, 9).toString('base64');
    await writeFile(path, `{"master": "${secret}", "lookup": ${secret}}`, { mode: 0o600 });
    const error: Error = await readKeyFile(path).then(
      () => new Error('it was read'),
      (thrown) => thrown,
    );
    expect(error.message).toContain('is not a JSON object');
    expect(error.message).not.toContain(secret.slice(0, 8));
  });

  it('makes the sandbox keys once, readable by their owner only, and concurrent starts read the same keys', async () => {
    const dataDir = join(folder, 'fresh');
    const made = await Promise.all(Array.from({ length: 5 }, () => sandboxKeys(dataDir)));
    const again = await sandboxKeys(dataDir);
    const mark = again.lookups.get(1)!.hash('test', 'same');
    for (const one of made) expect(one.lookups.get(1)!.hash('test', 'same')).toEqual(mark);
    expect((await stat(join(dataDir, 'sandbox-keys.json'))).mode & 0o777).toBe(0o600);
  });
});
