import { generate } from 'selfsigned';

interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export interface Authority {
  /** In PEM: the certificate of the authority, for clients to trust. */
  readonly ca: string;
  /** Issues a certificate for these names and addresses. */
  issue(names: readonly string[], addresses: readonly string[]): Promise<Certificate>;
}

const EC = { keyType: 'ec', algorithm: 'sha256' } as const;

/** Creates a certificate authority for a test. */
export async function createAuthority(name: string): Promise<Authority> {
  const authorityCertificate = await generate([{ name: 'commonName', value: name }], {
    ...EC,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return {
    ca: authorityCertificate.cert,
    issue: async (names, addresses) => {
      const serverCertificate = await generate([{ name: 'commonName', value: names[0] ?? addresses[0] ?? name }], {
        ...EC,
        ca: { key: authorityCertificate.private, cert: authorityCertificate.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          {
            name: 'subjectAltName',
            altNames: [
              ...names.map((value) => ({ type: 2 as const, value })),
              ...addresses.map((ip) => ({ type: 7 as const, ip })),
            ],
          },
        ],
      });
      return { key: serverCertificate.private, cert: serverCertificate.cert };
    },
  };
}
