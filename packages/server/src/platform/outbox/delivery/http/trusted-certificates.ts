import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/**
 * Reads the certificates of CARDWRIGHT_WEBHOOK_CA_FILE, in PEM. A file that cannot be used stops the start, with an
 * error that states the reason.
 */
export async function readTrustedCertificates(path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`CARDWRIGHT_WEBHOOK_CA_FILE: ${path} cannot be read (${error.code})`);
  });
  const certificates = text.match(CERTIFICATE) ?? [];
  if (certificates.length === 0) throw new Error(`CARDWRIGHT_WEBHOOK_CA_FILE: ${path} holds no certificate in PEM`);
  const damaged = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (damaged >= 0) throw new Error(`CARDWRIGHT_WEBHOOK_CA_FILE: certificate ${damaged + 1} of ${path} is damaged`);
  return certificates.join('\n');
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
