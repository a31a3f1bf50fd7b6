import { describe, expect, it } from 'vitest';
import { readSettings, SettingError } from './settings.ts';

const ANCHORS = 'must be a list of {url, secret, logs}, where a secret begins with whsec_ or whsk_';

describe('settings', () => {
  it('each have a default, except those that may be missing', () => {
    expect(readSettings({})).toEqual({
      CARDWRIGHT_MODE: 'sandbox',
      HOST: '127.0.0.1',
      PORT: 8080,
      DATABASE_URL: undefined,
      CARDWRIGHT_DATA_DIR: '.data',
      CARDWRIGHT_OPERATOR_PREFIX: 'Gw',
      CARDWRIGHT_OPERATOR_PATHS: undefined,
      CARDWRIGHT_OPERATOR_HOST: '127.0.0.1',
      CARDWRIGHT_OPERATOR_TOKEN_FILE: undefined,
      CARDWRIGHT_KEY_FILE: undefined,
      CARDWRIGHT_CONFIG_FILE: undefined,
      CARDWRIGHT_OWNER_DATABASE_URL: undefined,
      CARDWRIGHT_TRUST_DATABASE_NETWORK: false,
      CARDWRIGHT_WEBHOOK_CA_FILE: undefined,
      CARDWRIGHT_NAME_SERVERS: undefined,
      CARDWRIGHT_LOG_LEVEL: 'info',
      CARDWRIGHT_PUBLIC_URL: undefined,
      CARDWRIGHT_ISSUER: 'cardwright',
      CARDWRIGHT_TRUSTED_ISSUERS: [],
      CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS: [],
      CARDWRIGHT_OUTSIDE_TOKEN_MINUTES: 1_440,
      CARDWRIGHT_TRUSTED_PROXIES: [],
      CARDWRIGHT_SIGN_INS_PER_SECOND: 100,
      CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS: 20,
      CARDWRIGHT_REQUESTS_PER_MINUTE: undefined,
      CARDWRIGHT_LIMIT_AUTHORIZATIONS: false,
      CARDWRIGHT_ENVELOPE_HTTP_200: false,
      CARDWRIGHT_RESPONSE_TIME: 'local',
      CARDWRIGHT_CLIENT_CREATE_FUNCTION: 'REP_GENERIC_CUSTOMER_DETAILS',
      CARDWRIGHT_CUT_CLIENT_ANSWERS: false,
      CARDWRIGHT_MAILING_FIELD: 'CL-MAIL-ADDR-IND',
      CARDWRIGHT_EMBOSSING_DIR: undefined,
      CARDWRIGHT_EMBOSSING_SCHEDULE: undefined,
      CARDWRIGHT_RESERVATION_DAYS: 7,
      CARDWRIGHT_OUTBOX_RETENTION_DAYS: 90,
      CARDWRIGHT_AUDIT_ANCHOR_DIR: undefined,
      CARDWRIGHT_AUDIT_RETENTION_MONTHS: 13,
      CARDWRIGHT_CLOSED_CARD_DAYS: undefined,
      CARDWRIGHT_SANDBOX_AUTO_APPROVE: false,
      CARDWRIGHT_SANDBOX_DATA: 'none',
      CARDWRIGHT_SANDBOX_ISO8583_PORT: undefined,
      CARDWRIGHT_REQUEST_TIMEOUT_MS: 10_000,
      CARDWRIGHT_DATABASE_CONNECTIONS: 10,
      CARDWRIGHT_DRAIN_MS: undefined,
      CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: 3_000,
      CARDWRIGHT_AUTHORIZATION_LANES: 2,
      CARDWRIGHT_BACKTEST_THREADS: 1,
      CARDWRIGHT_WORKERS: 1,
      CARDWRIGHT_CLIENT_CA_FILE: undefined,
      CARDWRIGHT_CLIENT_CERTIFICATE_HEADER: undefined,
      CARDWRIGHT_OPERATOR_PORT: undefined,
      CARDWRIGHT_TLS_CERT_FILE: undefined,
      CARDWRIGHT_TLS_KEY_FILE: undefined,
      CARDWRIGHT_TRACING_RATIO: 0.01,
      CARDWRIGHT_TRACING_URL: undefined,
    });
  });

  it('are read once into a frozen object', () => {
    const environment: Record<string, string> = { PORT: '9000', HOME: '/root', PATH: '/bin' };
    const settings = readSettings(environment);
    environment.PORT = '1';
    expect(settings.PORT).toBe(9000);
    expect(() => Object.assign(settings, { PORT: 2 })).toThrow();
    expect(Object.keys(settings)).not.toContain('HOME');
  });

  it.each([
    ['CARDWRIGHT_MOD', 'CARDWRIGHT_MODE'],
    ['CARDWRIGHT_DATADIR', 'CARDWRIGHT_DATA_DIR'],
    ['CARDWRIGHT_KEYFILE', 'CARDWRIGHT_KEY_FILE'],
    ['CARDWRIGHT_LOG_LEVLE', 'CARDWRIGHT_LOG_LEVEL'],
    ['CARDWRIGHT_RESERVATION_DAY', 'CARDWRIGHT_RESERVATION_DAYS'],
  ])('refuse the unknown name %s and suggest the nearest one: %s', (unknown, nearest) => {
    const read = () => readSettings({ [unknown]: 'x' });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(`${unknown} is not a setting. Did you mean ${nearest}?`);
  });

  it('omit the settings that the integrators’ commands read', () => {
    const environment = { CARDWRIGHT_URL: 'http://a.example', CARDWRIGHT_PROFILE: 'a', CARDWRIGHT_CLIENT_SECRET: 'b' };
    expect(readSettings(environment)).toEqual(readSettings({}));
  });

  it('treat an empty value as missing', () => {
    expect(readSettings({ PORT: '', CARDWRIGHT_KEY_FILE: '' })).toMatchObject({
      PORT: 8080,
      CARDWRIGHT_KEY_FILE: undefined,
    });
  });

  it.each([
    ['CARDWRIGHT_MODE', 'prod', 'must be one of sandbox, production'],
    ['CARDWRIGHT_MODE', 'Sandbox', 'must be one of sandbox, production'],
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '80.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x50', 'must be a whole number from 0 to 65535'],
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['PORT', ' 80', 'must be a whole number from 0 to 65535'],
    ['CARDWRIGHT_OPERATOR_PREFIX', '9W', 'must be a short name'],
    ['CARDWRIGHT_OPERATOR_PREFIX', 'G w', 'must be a short name'],
    ['CARDWRIGHT_LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['CARDWRIGHT_REQUESTS_PER_MINUTE', '0', 'must be a whole number from 1 to 1000000'],
    ['CARDWRIGHT_LIMIT_AUTHORIZATIONS', 'yes', 'must be true or false'],
    ['CARDWRIGHT_ENVELOPE_HTTP_200', '1', 'must be true or false'],
    ['CARDWRIGHT_CUT_CLIENT_ANSWERS', 'TRUE', 'must be true or false'],
    ['CARDWRIGHT_RESPONSE_TIME', 'utc', 'must be one of local, iso'],
    [
      'CARDWRIGHT_CLIENT_CREATE_FUNCTION',
      'REP_CLIENT',
      'must be one of REP_GENERIC_CUSTOMER_DETAILS, REP_CLIENT_UPDATE, REP_CLIENT_CREATE',
    ],
    ['CARDWRIGHT_MAILING_FIELD', 'X'.repeat(21), 'must be a custom field key of at most 20 characters'],
    ['CARDWRIGHT_EMBOSSING_SCHEDULE', '24:00', 'must be a time of day, HH:MM'],
    ['CARDWRIGHT_EMBOSSING_SCHEDULE', '8:00', 'must be a time of day, HH:MM'],
    ['CARDWRIGHT_CLOSED_CARD_DAYS', '89', 'must be a whole number from 90 to 36500'],
    ['CARDWRIGHT_RESERVATION_DAYS', '0', 'must be a whole number from 1 to 365'],
    ['CARDWRIGHT_REQUEST_TIMEOUT_MS', '99', 'must be a whole number from 100 to 120000'],
    ['CARDWRIGHT_DATABASE_CONNECTIONS', '1', 'must be a whole number from 2 to 500'],
    ['CARDWRIGHT_WORKERS', '0', 'must be a whole number from 1 to 64'],
    ['CARDWRIGHT_AUTHORIZATION_LANES', '65', 'must be a whole number from 1 to 64'],
    ['CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS', 'https://anchors.example', ANCHORS],
    ['CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS', '[{"url":"https://anchors.example","secret":"short"}]', ANCHORS],
    [
      'CARDWRIGHT_AUDIT_ANCHOR_ENDPOINTS',
      '[{"url":"anchors","secret":"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}]',
      ANCHORS,
    ],
    ['CARDWRIGHT_TRUSTED_ISSUERS', 'https://issuer', 'must be JSON'],
    ['CARDWRIGHT_TRUSTED_ISSUERS', '{}', 'must be a list of {issuer, jwks_url, audience, banks}'],
    ['CARDWRIGHT_TRUSTED_ISSUERS', '[null]', 'must be a list of {issuer, jwks_url, audience, banks}'],
    ['CARDWRIGHT_OUTSIDE_TOKEN_MINUTES', '0', 'must be a whole number from 1 to 525600'],
    ['CARDWRIGHT_TRUSTED_ISSUERS', '[{"issuer":"a"}]', 'must be a list of {issuer, jwks_url, audience, banks}'],
  ])('refuse %s=%s: it %s', (name, value, text) => {
    const read = () => readSettings({ [name]: value });
    expect(read).toThrow(SettingError);
    expect(read).toThrow(`${name} ${text}`);
  });

  it('let only people approve in production', () => {
    const read = (CARDWRIGHT_MODE: string) =>
      readSettings({ CARDWRIGHT_MODE, CARDWRIGHT_SANDBOX_AUTO_APPROVE: 'true' });
    expect(() => read('production')).toThrow('CARDWRIGHT_SANDBOX_AUTO_APPROVE is only for the sandbox');
    expect(read('sandbox').CARDWRIGHT_SANDBOX_AUTO_APPROVE).toBe(true);
  });

  it('listens for the ISO 8583 messages of the demo network only in the sandbox', () => {
    const read = (CARDWRIGHT_MODE: string) =>
      readSettings({ CARDWRIGHT_MODE, CARDWRIGHT_SANDBOX_ISO8583_PORT: '8583' });
    expect(() => read('production')).toThrow('CARDWRIGHT_SANDBOX_ISO8583_PORT is only for the sandbox');
    expect(read('sandbox').CARDWRIGHT_SANDBOX_ISO8583_PORT).toBe(8_583);
  });

  it('never repeat a bad value, which may be a secret in the wrong place', () => {
    for (const name of ['CARDWRIGHT_MODE', 'PORT', 'CARDWRIGHT_TRUSTED_ISSUERS', 'CARDWRIGHT_SECRET']) {
      expect(() => readSettings({ [name]: 'hunter2-hunter2' })).toThrow(/^(?!.*hunter2)/);
    }
  });
});
