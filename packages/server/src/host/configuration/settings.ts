import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { CLIENT_CREATE_FUNCTIONS, isJsonObject, type JsonValue, parseJson } from '@cardwright/contract';
import { readWebhookKey } from '@cardwright/sdk';
import { closest } from 'fastest-levenshtein';
import type { TrustedIssuer } from '../../platform/access/index.ts';

const MODES = ['sandbox', 'production'] as const;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const OPERATOR_PATHS = ['open', 'token', 'port'] as const;
const TIMESTAMPS = ['local', 'iso'] as const;

/** Every setting, read once from the environment (docs/operate/settings.md). */
const READERS = {
  CARDWRIGHT_MODE: oneOf(MODES, 'sandbox'),
  HOST: text('127.0.0.1'),
  PORT: integer(8080, 0, 65_535),
  DATABASE_URL: optionalText(),
  CARDWRIGHT_OWNER_DATABASE_URL: optionalText(),
  CARDWRIGHT_TRUST_DATABASE_NETWORK: flag(false),
  CARDWRIGHT_DATA_DIR: text('.data'),
  CARDWRIGHT_OPERATOR_PREFIX: pattern('Gw', /^[A-Za-z][A-Za-z0-9]{0,15}$/, 'a short name'),
  CARDWRIGHT_OPERATOR_PATHS: optionalOneOf(OPERATOR_PATHS),
  CARDWRIGHT_OPERATOR_HOST: text('127.0.0.1'),
  CARDWRIGHT_OPERATOR_PORT: optionalInteger(0, 65_535),
  CARDWRIGHT_OPERATOR_TOKEN_FILE: optionalText(),
  CARDWRIGHT_TLS_CERT_FILE: optionalText(),
  CARDWRIGHT_TLS_KEY_FILE: optionalText(),
  CARDWRIGHT_CLIENT_CA_FILE: optionalText(),
  CARDWRIGHT_CLIENT_CERTIFICATE_HEADER: optionalPattern(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'the name of a header'),
  CARDWRIGHT_KEY_FILE: optionalText(),
  CARDWRIGHT_CONFIG_FILE: optionalText(),
  CARDWRIGHT_WEBHOOK_CA_FILE: optionalText(),
  CARDWRIGHT_NAME_SERVERS: nameServers,
  CARDWRIGHT_LOG_LEVEL: oneOf(LOG_LEVELS, 'info'),
  CARDWRIGHT_TRACING_URL: collectorUrl,
  CARDWRIGHT_TRACING_RATIO: ratio(0.01),
  CARDWRIGHT_PROMETHEUS_URL: prometheusUrl,
  CARDWRIGHT_PUBLIC_URL: optionalText(),
  CARDWRIGHT_ISSUER: text('cardwright'),
  CARDWRIGHT_TRUSTED_ISSUERS: trustedIssuers,
  CARDWRIGHT_OUTSIDE_TOKEN_MINUTES: integer(1_440, 1, 525_600),
  CARDWRIGHT_TRUSTED_PROXIES: addresses,
  CARDWRIGHT_SIGN_INS_PER_SECOND: integer(100, 1, 100_000),
  CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS: integer(20, 1, 100_000),
  CARDWRIGHT_REQUESTS_PER_MINUTE: optionalInteger(1, 1_000_000),
  CARDWRIGHT_LIMIT_AUTHORIZATIONS: flag(false),
  CARDWRIGHT_ENVELOPE_HTTP_200: flag(false),
  CARDWRIGHT_RESPONSE_TIME: oneOf(TIMESTAMPS, 'local'),
  CARDWRIGHT_CLIENT_CREATE_FUNCTION: oneOf(CLIENT_CREATE_FUNCTIONS, 'REP_GENERIC_CUSTOMER_DETAILS'),
  CARDWRIGHT_CUT_CLIENT_ANSWERS: flag(false),
  CARDWRIGHT_MAILING_FIELD: pattern('CL-MAIL-ADDR-IND', /^.{1,20}$/, 'a custom field key of at most 20 characters'),
  CARDWRIGHT_EMBOSSING_DIR: optionalText(),
  CARDWRIGHT_EMBOSSING_SCHEDULE: optionalPattern(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time of day, HH:MM'),
  CARDWRIGHT_RESERVATION_DAYS: integer(7, 1, 365),
  // pending messages expire after 30 days, so retention must be longer
  CARDWRIGHT_OUTBOX_RETENTION_DAYS: integer(90, 31, 3_650),
  // repeats of authorizations, which are found by the card number, are recognized for 90 days
  CARDWRIGHT_CLOSED_CARD_DAYS: optionalInteger(90, 36_500),
  CARDWRIGHT_SANDBOX_AUTO_APPROVE: flag(false),
  // `npm start` sets this to `demo`; a sandbox for another purpose has to request the data
  CARDWRIGHT_SANDBOX_DATA: oneOf(['none', 'demo'], 'none'),
  CARDWRIGHT_SANDBOX_ISO8583_PORT: optionalInteger(0, 65_535),
  CARDWRIGHT_AUDIT_ANCHOR_DIR: optionalText(),
  CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: anchorEndpoints,
  CARDWRIGHT_AUDIT_RETENTION_MONTHS: integer(13, 1, 1_200),
  CARDWRIGHT_REQUEST_TIMEOUT_MS: integer(10_000, 100, 120_000),
  CARDWRIGHT_DATABASE_CONNECTIONS: integer(10, 2, 500),
  CARDWRIGHT_DRAIN_MS: optionalInteger(0, 600_000),
  CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: integer(3_000, 100, 120_000),
  CARDWRIGHT_AUTHORIZATION_LANES: integer(2, 1, 64),
  CARDWRIGHT_BACKTEST_THREADS: integer(1, 1, 16),
  CARDWRIGHT_WORKERS: workers,
} as const;

/** An endpoint that stores the anchors of the audit log, separate from the database and the servers. */
export interface AnchorEndpoint {
  readonly url: string;
  /** The key that signs the requests: `whsec_...` or `whsk_...`. */
  readonly secret: string;
  /** The logs whose heads the endpoint receives. The default is all logs. */
  readonly logs?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;
export type Settings = { readonly [Name in keyof typeof READERS]: ReturnType<(typeof READERS)[Name]> };

/** Returns the connection of the tables' owner, if it differs from that of the servers. */
export function ownerConnectionOf({ CARDWRIGHT_OWNER_DATABASE_URL: url }: Settings) {
  return url === undefined ? undefined : { connectionString: url };
}

/** Returns the folder to which a server writes the heads of the audit log's chains. */
export function anchorFolderOf(settings: Settings): string {
  return settings.CARDWRIGHT_AUDIT_ANCHOR_DIR ?? join(settings.CARDWRIGHT_DATA_DIR, 'audit-anchors');
}

/** A setting with a wrong value. The message names the setting and states what is allowed. */
export class SettingError extends Error {}

/** The settings of the integrators' commands, which may run on the same machine (docs/cli.md#environment). */
export const COMMAND_LINE_SETTINGS: readonly string[] = [
  'CARDWRIGHT_URL',
  'CARDWRIGHT_CLIENT_ID',
  'CARDWRIGHT_CLIENT_SECRET',
  'CARDWRIGHT_PROFILE',
];

/** Reads the environment into one frozen object. Throws a {@link SettingError} for a bad value or an unknown name. */
export function readSettings(environment: Environment): Settings {
  const names = Object.keys(READERS) as (keyof typeof READERS)[];
  for (const name of Object.keys(environment)) {
    const isRecognized = (names as string[]).includes(name) || COMMAND_LINE_SETTINGS.includes(name);
    if (!name.startsWith('CARDWRIGHT_') || isRecognized) continue;
    throw new SettingError(`${name} is not a setting. Did you mean ${closest(name, names)}?`);
  }
  const settings = Object.fromEntries(
    names.map((name) => [name, READERS[name](name, configuredText(environment, name))]),
  );
  if (settings.CARDWRIGHT_MODE === 'production' && settings.CARDWRIGHT_SANDBOX_ISO8583_PORT !== undefined) {
    throw new SettingError('CARDWRIGHT_SANDBOX_ISO8583_PORT is only for the sandbox: configure `networks` instead');
  }
  if (settings.CARDWRIGHT_MODE === 'production' && settings.CARDWRIGHT_SANDBOX_AUTO_APPROVE === true) {
    throw new SettingError('CARDWRIGHT_SANDBOX_AUTO_APPROVE is only for the sandbox: in production, people approve');
  }
  return Object.freeze(settings) as Settings;
}

function configuredText(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

function text(byDefault: string) {
  return (_name: string, value: string | undefined): string => value ?? byDefault;
}

function optionalText() {
  return (_name: string, value: string | undefined): string | undefined => value;
}

function pattern(byDefault: string, allowed: RegExp, expects: string) {
  return (name: string, value: string | undefined): string => {
    if (value === undefined) return byDefault;
    if (!allowed.test(value)) throw new SettingError(`${name} must be ${expects}`);
    return value;
  };
}

function optionalPattern(allowed: RegExp, expects: string) {
  return (name: string, value: string | undefined): string | undefined => {
    if (value !== undefined && !allowed.test(value)) throw new SettingError(`${name} must be ${expects}`);
    return value;
  };
}

function optionalOneOf<const V extends string>(values: readonly V[]) {
  return (name: string, value: string | undefined): V | undefined => {
    const match = values.find((allowed) => allowed === value);
    if (value !== undefined && match === undefined) {
      throw new SettingError(`${name} must be one of ${values.join(', ')}`);
    }
    return match;
  };
}

function oneOf<const V extends string>(values: readonly V[], byDefault: V) {
  const read = optionalOneOf(values);
  return (name: string, value: string | undefined): V => read(name, value) ?? byDefault;
}

function optionalInteger(least: number, most: number) {
  return (name: string, value: string | undefined): number | undefined => {
    if (value === undefined) return undefined;
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most)) {
      throw new SettingError(`${name} must be a whole number from ${least} to ${most}`);
    }
    return number;
  };
}

function integer(byDefault: number, least: number, most: number) {
  const read = optionalInteger(least, most);
  return (name: string, value: string | undefined): number => read(name, value) ?? byDefault;
}

function ratio(byDefault: number) {
  return (name: string, value: string | undefined): number => {
    if (value === undefined) return byDefault;
    if (!/^(?:0(?:\.\d{1,9})?|1(?:\.0{1,9})?)$/.test(value)) {
      throw new SettingError(`${name} must be a number from 0 to 1`);
    }
    return Number(value);
  };
}

/**
 * Reads the URL of a collector. The default path is that of OTLP. The audit log contains settings, so the URL must not
 * contain a password.
 */
function collectorUrl(name: string, value: string | undefined): string | undefined {
  const url = plainUrl(name, value);
  if (url?.pathname === '/') url.pathname = '/v1/traces';
  return url?.href;
}

/** Reads the base URL of Prometheus, which may have a path. */
function prometheusUrl(name: string, value: string | undefined): string | undefined {
  const url = plainUrl(name, value);
  if (url !== undefined && !url.pathname.endsWith('/')) url.pathname += '/';
  return url?.href;
}

function plainUrl(name: string, value: string | undefined): URL | undefined {
  if (value === undefined) return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === undefined || !/^https?:$/.test(url.protocol) || !isPlain) {
    throw new SettingError(`${name} must be an http or https URL without a password and a query`);
  }
  return url;
}

/** Reads the number of workers. `auto` leaves two cores to the database and the rest of the machine. */
function workers(name: string, value: string | undefined): number {
  return value === 'auto' ? Math.max(1, availableParallelism() - 2) : integer(1, 1, 64)(name, value);
}

function flag(byDefault: boolean) {
  return (name: string, value: string | undefined): boolean => {
    if (value === undefined) return byDefault;
    if (value !== 'true' && value !== 'false') throw new SettingError(`${name} must be true or false`);
    return value === 'true';
  };
}

/** Reads addresses with optional ports, such as `10.0.0.53,10.0.1.53:5353`. */
function nameServers(name: string, value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const servers = value.split(',').map((server) => server.trim());
  try {
    new Resolver().setServers(servers);
  } catch {
    throw new SettingError(`${name} must be comma-separated addresses, each with an optional port`);
  }
  return servers;
}

/** Reads addresses and networks, separated by commas. */
function addresses(name: string, value: string | undefined): readonly string[] {
  const entries = (value ?? '').split(',').flatMap((entry) => entry.trim() || []);
  const wrong = entries.find((entry) => !isAddressOrNetwork(entry));
  if (wrong === undefined) return entries;
  throw new SettingError(`${name}: ${wrong} is neither an IP address nor a network such as 10.0.0.0/8`);
}

/** Accepts `10.0.0.7`, `10.0.0.0/8` and `2001:db8::/32`. Rejects a prefix of 0, which would trust every address. */
function isAddressOrNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  if (prefix === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Reads the endpoints of the audit log's heads (docs/audit.md#anchor-endpoints). */
function anchorEndpoints(name: string, value: string | undefined): readonly AnchorEndpoint[] {
  const parsed = parseJson(value ?? '[]');
  const list = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [null];
  if (list.every(isAnchorEndpoint)) return list as unknown as AnchorEndpoint[];
  throw new SettingError(`${name} must be a list of {url, secret, logs}, where a secret begins with whsec_ or whsk_`);
}

function isAnchorEndpoint(entry: JsonValue): boolean {
  if (!isJsonObject(entry)) return false;
  const { url, secret, logs, ...others } = entry;
  if (typeof url !== 'string' || !URL.canParse(url) || typeof secret !== 'string' || !canSign(secret)) return false;
  const isList = Array.isArray(logs) && logs.length > 0 && logs.every((log) => typeof log === 'string');
  return Object.keys(others).length === 0 && (logs === undefined || isList);
}

function canSign(secret: string): boolean {
  try {
    return readWebhookKey(secret).kind !== 'ed25519-public';
  } catch {
    return false;
  }
}

/**
 * Reads the JSON `[{"issuer", "jwks_url", "audience", "banks": ["..."]}]`
 * (docs/operate/sign-in.md#tokens-of-an-outside-issuer).
 */
function trustedIssuers(name: string, value: string | undefined): readonly TrustedIssuer[] {
  if (value === undefined) return [];
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw new SettingError(`${name} must be JSON`);
  }
  const isText = (field: unknown) => typeof field === 'string' && field !== '';
  const fits =
    Array.isArray(parsed) &&
    parsed.every((entry) => isText(entry?.issuer) && isText(entry?.jwks_url) && isText(entry?.audience));
  if (!fits) throw new SettingError(`${name} must be a list of {issuer, jwks_url, audience, banks}`);
  return parsed as TrustedIssuer[];
}
