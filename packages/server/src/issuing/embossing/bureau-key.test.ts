import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateKey } from 'openpgp';
import { describe, expect, it } from 'vitest';
import { readConfiguration } from '../../host/configuration/configuration.ts';
import { embossingFolder, makeBureau } from '../../testing/cards/embossing.ts';
import { fileFolder, fileResource } from '../../testing/file-resources.ts';
import { openBureauKey } from './bureau-key.ts';

const PRODUCT = { product_code: 'P', name: 'Product', card_type: 'DEBIT', bin: '400000' };
const BANK = {
  bank_id: 'ACME',
  bank_code: '042',
  name: 'Acme Bank',
  country: 'AE',
  currency: 'AED',
  time_zone: 'Asia/Dubai',
  products: [PRODUCT],
};

describe('the embossing section of a configuration', () => {
  const folder = fileFolder();
  const bureau = fileResource(() => makeBureau());

  async function read(bank: object): Promise<string> {
    const path = join(folder, 'banks.json');
    await writeFile(path, JSON.stringify({ banks: [{ ...BANK, ...bank }], oauth_clients: [] }));
    return await readConfiguration(path).then(
      () => 'accepted',
      (error: Error) => error.message.replace(`${path}: `, ''),
    );
  }
  const withKey = (key: string) => read({ embossing: { public_key: key } });
  const PLACE = 'banks[0].embossing.public_key';

  it('is accepted with a public key for encryption', async () => {
    expect(await withKey(bureau.publicKey)).toBe('accepted');
  });

  it('is refused with a private key, which only the bureau may have', async () => {
    expect(await withKey(bureau.privateKey)).toBe(`${PLACE} is a private key: only the bureau may have it`);
  });

  it('is refused with a key that has expired', async () => {
    const old = await makeBureau({ date: new Date('2020-01-01T00:00:00Z'), keyExpirationTime: 86_400 });
    expect(await withKey(old.publicKey)).toBe(`${PLACE} expired on 2020-01-02`);
  });

  it('is refused with a key that can only sign', async () => {
    const { publicKey } = await generateKey({
      userIDs: [{ name: 'Signer' }],
      format: 'armored',
      subkeys: [{ sign: true }],
    });
    expect(await withKey(publicKey)).toMatch(/^banks\[0\]\.embossing\.public_key cannot be used to encrypt: /);
  });

  it.each(['a key', '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nnonsense\n-----END PGP PUBLIC KEY BLOCK-----'])(
    'is refused with %j as the key',
    async (text) => {
      expect(await withKey(text)).toBe(`${PLACE} is not an armored OpenPGP public key`);
    },
  );

  it.each([
    [{ renewal_months_before: 3 }, 'accepted'],
    [{ renewal_months_before: 24, validity_months: 25 }, 'accepted'],
    [{ renewal_months_before: 0 }, 'banks[0].products[0].renewal_months_before must be at least 1'],
    [
      { renewal_months_before: 12, validity_months: 12 },
      'banks[0].products[0].renewal_months_before must be less than validity_months',
    ],
  ])('with the renewal settings %j: %s', async (product, message) => {
    expect(await read({ products: [{ ...PRODUCT, ...product }] })).toBe(message);
  });
});

describe('content that is encrypted to a bureau', () => {
  it.each([718, 65_536, 200_000])('is unchanged after decryption, for example with %i characters', async (length) => {
    const folder = await embossingFolder();
    try {
      const bureau = await makeBureau();
      const content = '4000001000000018 '.repeat(length).slice(0, length);
      const encrypted = await (await openBureauKey(bureau.publicKey)).encrypt(Buffer.from(content));
      expect(encrypted.includes('4000001000000018')).toBe(false);
      await writeFile(join(folder, 'file'), encrypted);
      expect((await bureau.open(join(folder, 'file'))) === content).toBe(true);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
