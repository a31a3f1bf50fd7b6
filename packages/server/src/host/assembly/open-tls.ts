import { readTlsFiles, type TlsFiles } from '../../platform/http/tls-files.ts';
import { SettingError, type Settings } from '../configuration/settings.ts';

/**
 * Returns the files with which this process serves TLS without a proxy. A certificate and key that cannot be used stop
 * the start.
 */
export function openTls(settings: Settings): TlsFiles | undefined {
  const {
    CARDWRIGHT_TLS_CERT_FILE: certFile,
    CARDWRIGHT_TLS_KEY_FILE: keyFile,
    CARDWRIGHT_CLIENT_CA_FILE: clientCaFile,
  } = settings;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new SettingError('CARDWRIGHT_TLS_CERT_FILE and CARDWRIGHT_TLS_KEY_FILE must be set together');
  }
  const files = { certFile, keyFile, clientCaFile };
  try {
    readTlsFiles(files);
  } catch (error) {
    const names = 'CARDWRIGHT_TLS_CERT_FILE, CARDWRIGHT_TLS_KEY_FILE, CARDWRIGHT_CLIENT_CA_FILE';
    throw new SettingError(`${names}: ${(error as Error).message}`);
  }
  return files;
}
