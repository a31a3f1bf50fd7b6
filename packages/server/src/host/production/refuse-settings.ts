import { hostOf } from '../../platform/outbox/index.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';
import { listNames, type ProductionRefusal, refuseWhen } from './production-refusals.ts';

/** The inputs that the server checks before it opens the database. */
export interface ProductionSettings {
  readonly keyFile: string | undefined;
  /** Whether a sandbox created one of the keys. */
  readonly isSandboxKeyFile: boolean;
  /** The problem with the keys, if any. */
  readonly keyProblem: string | undefined;
  readonly publicUrl: string | undefined;
  /** CARDWRIGHT_PUBLIC_URL, if it is not https. */
  readonly openPublicUrl: string | undefined;
  /** The database settings whose route is a network without verified TLS. */
  readonly openDatabases: readonly string[];
  /** NODE_TLS_REJECT_UNAUTHORIZED: a Node.js setting that can trust every certificate. */
  readonly tlsRejectUnauthorized: string | undefined;
  /** Outside issuers whose keys are not fetched over https. */
  readonly openIssuers: readonly string[];
  /** The URLs of the endpoints that store anchors of the audit log. */
  readonly anchorUrls: readonly string[];
  readonly configuration: Pick<Configuration, 'oauth_clients' | 'acquirers' | 'people'> | undefined;
  /** The published secrets of the sandbox. */
  readonly publishedSecrets: readonly string[];
  /** Returns why production must not send to a URL, or undefined if it may. */
  readonly urlProblem: (url: string) => string | undefined;
}

/** Returns every setting that prevents a production start (docs/operate/production.md). */
export function refuseSettings(settings: ProductionSettings): ProductionRefusal[] {
  const { tlsRejectUnauthorized, openIssuers, openPublicUrl, openDatabases } = settings;
  const { configuration, publishedSecrets, urlProblem } = settings;
  const published = (configuration?.oauth_clients ?? []).filter(({ secret, earlier_secret: earlier }) =>
    [secret, earlier?.secret].some((value) => publishedSecrets.includes(value ?? '')),
  );
  const providers = (configuration?.acquirers ?? []).flatMap(({ acquirer_id: id, screening }) => {
    const because = screening && urlProblem(screening.url);
    return because === undefined ? [] : [`${id} (${because})`];
  });
  const anchorHosts = settings.anchorUrls.flatMap((url) => {
    const because = urlProblem(url);
    return because === undefined ? [] : [`${hostOf(url)} (${because})`];
  });
  return [
    ...refuseKeys(settings),
    ...refuseWhen(openPublicUrl !== undefined, {
      name: 'public address',
      reason:
        'CARDWRIGHT_PUBLIC_URL is not an https:// URL, so callers would send their secrets and tokens unencrypted',
      remedy: 'put TLS in front of the server, and set its https:// URL',
    }),
    ...openDatabases.map((name) => ({
      name: 'database connection',
      reason: `${name} reaches the database over TCP without verified TLS, so others on the network can read card data and passwords, or pose as the database`,
      remedy:
        'add sslmode=verify-full (and sslrootcert=<file> for your own CA), or set CARDWRIGHT_TRUST_DATABASE_NETWORK=true if that network is private',
    })),
    ...refuseWhen(tlsRejectUnauthorized === '0', {
      name: 'certificate checks',
      reason: 'NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node accept any certificate, so webhooks could be sent to anyone',
      remedy: 'unset it; to add CA certificates, set CARDWRIGHT_WEBHOOK_CA_FILE',
    }),
    ...refuseWhen(openIssuers.length > 0, {
      name: 'trusted issuers',
      reason: `CARDWRIGHT_TRUSTED_ISSUERS: the keys of ${listNames(openIssuers)} are not served over https, so anyone on the network path can forge their tokens`,
      remedy: 'set a jwks_url that begins with https://',
    }),
    ...refuseWhen(published.length > 0, {
      name: 'published secrets',
      reason: `CARDWRIGHT_CONFIG_FILE gives ${listNames(published.map((client) => client.client_id))} a secret of the sandbox, which is public`,
      remedy: 'give each caller its own secret',
    }),
    ...refuseWhen(providers.length > 0, {
      name: 'screening providers',
      reason: `CARDWRIGHT_CONFIG_FILE: production does not send merchants to the screening provider of ${listNames(providers)}`,
      remedy: 'give it an https:// URL with a public address',
    }),
    ...refusePeople(settings),
    ...refuseWhen(anchorHosts.length > 0, {
      name: 'audit anchor endpoints',
      reason: `CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: production does not send anchors to ${listNames(anchorHosts)}`,
      remedy: 'give it an https:// URL with a public address',
    }),
  ];
}

function refusePeople({ configuration, publicUrl }: ProductionSettings): ProductionRefusal[] {
  const providers = configuration?.people?.providers ?? [];
  const open = providers.filter(({ issuer }) => !issuer.startsWith('https://')).map(({ id }) => id);
  return [
    ...refuseWhen(open.length > 0, {
      name: 'identity providers',
      reason: `CARDWRIGHT_CONFIG_FILE: the issuer of ${listNames(open)} is not an https:// URL, so anyone on the network path can sign in as any person`,
      remedy: 'set an issuer that begins with https://',
    }),
    ...refuseWhen(providers.length > 0 && publicUrl === undefined, {
      name: 'address for people',
      reason: 'CARDWRIGHT_PUBLIC_URL is not set, so identity providers cannot redirect people back to the server',
      remedy: 'set it to the https:// URL at which people reach the console',
    }),
  ];
}

function refuseKeys({ keyFile, isSandboxKeyFile, keyProblem }: ProductionSettings): ProductionRefusal[] {
  return [
    ...refuseWhen(keyFile === undefined, {
      name: 'keys',
      reason: 'production requires keys',
      remedy: 'set CARDWRIGHT_KEY_FILE (to create a key file, run "cardwright keys generate")',
    }),
    ...refuseWhen(isSandboxKeyFile, {
      name: 'sandbox keys',
      reason: `CARDWRIGHT_KEY_FILE: ${keyFile} holds keys that a sandbox generated`,
      remedy: 'production requires its own keys: to create a key file, run "cardwright keys generate"',
    }),
    ...refuseWhen(keyProblem !== undefined, {
      name: 'weak keys',
      reason: `CARDWRIGHT_KEY_FILE: ${keyFile}: ${keyProblem}`,
      remedy: 'to create a key file, run "cardwright keys generate"',
    }),
  ];
}
