import type { ClientCertificates } from '../../platform/access/index.ts';
import { SettingError, type Settings } from '../configuration/settings.ts';

/**
 * Returns whether connections request client certificates, and which header contains them. An incomplete configuration
 * stops the start.
 */
export function openClientCertificates(settings: Settings): ClientCertificates | undefined {
  const {
    CARDWRIGHT_CLIENT_CA_FILE: file,
    CARDWRIGHT_CLIENT_CERTIFICATE_HEADER: header,
    CARDWRIGHT_TLS_CERT_FILE: certFile,
    CARDWRIGHT_TRUSTED_PROXIES: proxies,
  } = settings;
  if (file !== undefined && certFile === undefined) {
    throw new SettingError(
      'CARDWRIGHT_CLIENT_CA_FILE is for a server with CARDWRIGHT_TLS_CERT_FILE. Behind a proxy that ends TLS, the proxy checks ' +
        'certificates: name its header in CARDWRIGHT_CLIENT_CERTIFICATE_HEADER',
    );
  }
  if (header !== undefined && proxies.length === 0) {
    throw new SettingError(
      'CARDWRIGHT_CLIENT_CERTIFICATE_HEADER needs CARDWRIGHT_TRUSTED_PROXIES: anyone can send a header',
    );
  }
  if (file === undefined && header === undefined) return undefined;
  return { ofConnections: file !== undefined, header: header?.toLowerCase() };
}
