import type { Configuration } from '../configuration/configuration.ts';

/** Why production does not start, and what to do about it. */
export interface ProductionRefusal {
  /** What it is about, in a word or two. */
  readonly name: string;
  readonly reason: string;
  readonly remedy: string;
}

/** The inputs that are checked before the database is opened. */
export interface ProductionSettings {
  readonly keyFile: string | undefined;
  /** Whether a sandbox made one of its keys. */
  readonly isSandboxKeyFile: boolean;
  /** What is wrong with its keys. */
  readonly keyProblem: string | undefined;
  /** CARDWRIGHT_PUBLIC_URL, where it is not https. */
  readonly openPublicUrl: string | undefined;
  /** The settings of the database that lead over a network without verified TLS. */
  readonly openDatabases: readonly string[];
  /** NODE_TLS_REJECT_UNAUTHORIZED: a setting of Node that trusts every certificate. */
  readonly tlsRejectUnauthorized: string | undefined;
  /** Outside issuers whose keys do not come over https. */
  readonly openIssuers: readonly string[];
  readonly configuration: Pick<Configuration, 'oauth_clients' | 'acquirers'> | undefined;
  /** The published secrets of the sandbox. */
  readonly publishedSecrets: readonly string[];
  /** Why production must not send to a URL; undefined where it may. */
  readonly urlProblem: (url: string) => string | undefined;
}

/** What a sandbox may have left in the database. */
export interface SandboxLeftovers {
  /** Callers that can still sign in with published credentials. */
  readonly clients: readonly string[];
  readonly banks: readonly string[];
  readonly acquirers: readonly string[];
  /** Endpoints that production must not send to. */
  readonly endpoints: readonly { readonly bankId: string; readonly endpointId: string; readonly because: string }[];
  readonly clockAheadMs: number;
  /** Banks that accept notifications signed with a key that a sandbox made for itself. */
  readonly receivers: readonly string[];
}

/** Every setting that keeps production from starting (docs/operating.md#sandbox-and-production). */
export function refuseSettings(settings: ProductionSettings): ProductionRefusal[] {
  const { tlsRejectUnauthorized, openIssuers, openPublicUrl, openDatabases } = settings;
  const { configuration, publishedSecrets, urlProblem } = settings;
  const published = (configuration?.oauth_clients ?? []).filter(({ secret, earlier_secret: earlier }) =>
    [secret, earlier?.secret].some((given) => publishedSecrets.includes(given ?? '')),
  );
  const providers = (configuration?.acquirers ?? []).flatMap(({ acquirer_id: id, screening }) => {
    const because = screening && urlProblem(screening.url);
    return because === undefined ? [] : [`${id} (${because})`];
  });
  return [
    ...refuseKeys(settings),
    ...when(openPublicUrl !== undefined, {
      name: 'public address',
      reason:
        'CARDWRIGHT_PUBLIC_URL is not an https:// URL, so callers would send their secrets and tokens in the clear',
      remedy: 'put TLS in front of the server, and name its address',
    }),
    ...openDatabases.map((name) => ({
      name: 'database connection',
      reason: `${name} reaches the database over TCP without verified TLS, so card data and passwords go through the network in the clear, or to anybody who answers`,
      remedy:
        'add sslmode=verify-full (and sslrootcert=<file> for an authority of your own), or set CARDWRIGHT_TRUST_DATABASE_NETWORK=true where nobody else is on that network',
    })),
    ...when(tlsRejectUnauthorized === '0', {
      name: 'certificate checks',
      reason: 'NODE_TLS_REJECT_UNAUTHORIZED=0 makes Node accept any certificate, so webhooks could go to anybody',
      remedy: 'unset it; CARDWRIGHT_WEBHOOK_CA_FILE adds certificate authorities',
    }),
    ...when(openIssuers.length > 0, {
      name: 'trusted issuers',
      reason: `CARDWRIGHT_TRUSTED_ISSUERS: the keys of ${listed(openIssuers)} do not come over https, so anybody on the way can forge their tokens`,
      remedy: 'give them a jwks_url that begins with https://',
    }),
    ...when(published.length > 0, {
      name: 'published secrets',
      reason: `CARDWRIGHT_CONFIG_FILE gives ${listed(published.map((client) => client.client_id))} a secret of the sandbox, which everybody knows`,
      remedy: 'give each caller a secret of its own',
    }),
    ...when(providers.length > 0, {
      name: 'screening providers',
      reason: `CARDWRIGHT_CONFIG_FILE: production does not send merchants to the screening provider of ${listed(providers)}`,
      remedy: 'give it an https:// URL with a public address',
    }),
  ];
}

function refuseKeys({ keyFile, isSandboxKeyFile, keyProblem }: ProductionSettings): ProductionRefusal[] {
  return [
    ...when(keyFile === undefined, {
      name: 'keys',
      reason: 'production needs keys',
      remedy: 'set CARDWRIGHT_KEY_FILE ("cardwright keys generate" makes a key file)',
    }),
    ...when(isSandboxKeyFile, {
      name: 'sandbox keys',
      reason: `CARDWRIGHT_KEY_FILE: ${keyFile} holds keys that a sandbox made for itself`,
      remedy: 'production needs keys of its own: "cardwright keys generate" makes a key file',
    }),
    ...when(keyProblem !== undefined, {
      name: 'weak keys',
      reason: `CARDWRIGHT_KEY_FILE: ${keyFile}: ${keyProblem}`,
      remedy: '"cardwright keys generate" makes a key file',
    }),
  ];
}

/** Everything in a database that keeps production from starting (docs/operating.md#sandbox-and-production). */
export function refuseLeftovers(found: SandboxLeftovers): ProductionRefusal[] {
  const { clients, banks, acquirers, endpoints, clockAheadMs, receivers } = found;
  const places = endpoints.map(({ bankId, endpointId, because }) => `${endpointId} of ${bankId} (${because})`);
  return [
    ...when(clients.length > 0, {
      name: 'sandbox credentials',
      reason: `this database holds sandbox credentials: production does not start on it. With them everybody can sign in as ${listed(clients)}`,
      remedy: 'use a database of its own, or set these callers disabled in oauth_clients',
    }),
    ...when(banks.length > 0, {
      name: 'sandbox banks',
      reason: `this database holds the sandbox's bank ${listed(banks)}: cards whose numbers are public`,
      remedy: 'use a database of its own (DATABASE_URL)',
    }),
    ...when(acquirers.length > 0, {
      name: 'sandbox acquirers',
      reason: `this database holds the sandbox's acquirer ${listed(acquirers)}: merchants that nobody approved`,
      remedy: 'use a database of its own (DATABASE_URL)',
    }),
    ...when(endpoints.length > 0, {
      name: 'webhook endpoints',
      reason: `production does not send to the webhook endpoints ${listed(places)}`,
      remedy:
        'let their banks change them to https:// and public addresses while the sandbox runs, or set them DISABLED in webhook_endpoints',
    }),
    ...when(clockAheadMs !== 0, {
      name: 'sandbox clock',
      reason: `the sandbox's clock of this database was moved ${hours(clockAheadMs)} ahead: what it wrote is dated in the future`,
      remedy: 'use a database of its own (DATABASE_URL)',
    }),
    ...when(receivers.length > 0, {
      name: 'sandbox receiver keys',
      reason: `${listed(receivers)} would accept notifications signed with a key that a sandbox made for itself`,
      remedy: "use a database of its own, or delete the rows with source 'SANDBOX' from receiver_keys",
    }),
  ];
}

/** Stops the start with all refusals, one on each line. */
export function throwRefusals(refusals: readonly ProductionRefusal[]): void {
  if (refusals.length > 0) throw new Error(refusals.map(refusalText).join('\n'));
}

export function refusalText({ reason, remedy }: ProductionRefusal): string {
  return `${reason}: ${remedy}`;
}

function when(isSo: boolean, refusal: ProductionRefusal): ProductionRefusal[] {
  return isSo ? [refusal] : [];
}

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function hours(ms: number): string {
  const count = Math.round(ms / 360_000) / 10;
  return count === 1 ? '1 hour' : `${count} hours`;
}
