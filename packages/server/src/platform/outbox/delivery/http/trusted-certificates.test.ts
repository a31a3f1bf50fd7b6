import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAuthority } from '../../../../testing/certificates.ts';
import { fileFolder } from '../../../../testing/file-resources.ts';
import { readTrustedCertificates } from './trusted-certificates.ts';

const folder = fileFolder();

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('the file of trusted certificates', () => {
  it('may hold several, with text between them', async () => {
    const [one, two] = [await createAuthority('One'), await createAuthority('Two')];
    const path = await file('both.pem', `# One\n${one.ca}\n# Two\n${two.ca}\n`);
    expect(await readTrustedCertificates(path)).toBe(`${one.ca.trim()}\n${two.ca.trim()}`);
  });

  it('is optional', async () => {
    expect(await readTrustedCertificates(undefined)).toBeUndefined();
  });

  it('stops the start when it cannot be read', async () => {
    const path = join(folder, 'none.pem');
    await expect(readTrustedCertificates(path)).rejects.toThrow(
      `CARDWRIGHT_WEBHOOK_CA_FILE: ${path} cannot be read (ENOENT)`,
    );
  });

  it('stops the start when it holds no certificate', async () => {
    const path = await file('key.pem', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n');
    await expect(readTrustedCertificates(path)).rejects.toThrow(`${path} holds no certificate in PEM`);
  });

  it('stops the start when a certificate is damaged', async () => {
    const good = (await createAuthority('Good')).ca;
    const bad = '-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n';
    const path = await file('damaged.pem', `${good}\n${bad}`);
    await expect(readTrustedCertificates(path)).rejects.toThrow(`certificate 2 of ${path} is damaged`);
  });
});
