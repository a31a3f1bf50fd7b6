import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';
import {
  createAuthenticator,
  type MasterSeal,
  openSigningKeys,
  registerTokenEndpoint,
  type SigningKeys,
  type TrustedIssuer,
  upsertOauthClient,
} from '../../platform/access/index.ts';
import { SealingKey } from '../../platform/vault/index.ts';
import { type TestDatabase, testDatabase } from '../database/test-database.ts';

/** The issuer, audience and public URL of the test tokens. */
export const TEST_ISSUER = 'https://issuer.test';
export const TEST_AUDIENCE = 'cardwright';
const PUBLIC_URL = 'https://gateway.test/';
/** The content type that most clients send. */
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The answer to wrong credentials, regardless of the fault. */
export const REFUSED_CLIENT = { error: 'invalid_client', error_description: 'Client authentication failed' };
export const NOT_VALID = { ok: false, error: 'not_authenticated', message: 'The access token is not valid' };
export const EXPIRY_IN_PAST = {
  ok: false,
  error: 'not_authenticated',
  message: 'The access token has expired: get a new one',
};
/** Limits above the number of sign-ins of any test. */
export const UNLIMITED_SIGN_INS = { fromOneAddress: 1_000_000, fromAll: 1_000_000 };

/** A key pair of a client or of an outside issuer. */
export interface TestKeyPair {
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** Only the access part of a server: token endpoint and authenticator on their own database, without a gateway. */
export interface TokenIssuer {
  readonly db: TestDatabase;
  readonly signingKeys: SigningKeys;
  readonly app: FastifyInstance;
  /** The key pair of the client `signer`. */
  readonly keyPair: TestKeyPair;
  readonly vault: MasterSeal;
  readonly logged: string[];
  readonly log: (level: string, message: string, detail?: object) => void;
  /** Starts another token endpoint on the same database. */
  tokenApp(now?: () => number): Promise<FastifyInstance>;
  authenticator(options?: {
    trustedIssuers?: TrustedIssuer[];
    now?: () => number;
    keys?: SigningKeys;
    /** The connection of all its requests. */
    connection?: object;
  }): (authorization: string | undefined) => ReturnType<ReturnType<typeof createAuthenticator>>;
  request(
    parameters: Record<string, string> | string,
    headers?: Record<string, string>,
    on?: FastifyInstance,
  ): Promise<LightMyRequestResponse>;
  requestWithSecret(more?: Record<string, string>, on?: FastifyInstance): Promise<LightMyRequestResponse>;
  freshToken(on?: FastifyInstance): Promise<string>;
  close(): Promise<void>;
}

/** Creates a token issuer with the clients bank-one and net, which have a secret, and signer, which has a key. */
export async function tokenIssuer(): Promise<TokenIssuer> {
  const db = await testDatabase();
  const vault = masterSeal();
  const lines: string[] = [];
  const log = (level: string, message: string, detail?: object) => {
    lines.push(`${level} ${message} ${JSON.stringify(detail)}`);
  };
  const keyPair = await makeKeyPair('ES256');
  await setUpClients(db, keyPair);
  const { database } = db;
  const signingKeys = await openSigningKeys({ database, vault, log });
  const dependencies = { signingKeys, issuer: TEST_ISSUER, audience: TEST_AUDIENCE, publicUrl: () => PUBLIC_URL, log };

  const tokenApp = async (now?: () => number): Promise<FastifyInstance> => {
    const fastify = Fastify();
    const clock = now === undefined ? {} : { now };
    const deps = { ...dependencies, database, signInRates: UNLIMITED_SIGN_INS, rejectAfterMs: 1 };
    registerTokenEndpoint(fastify, { ...deps, ...clock });
    await fastify.ready();
    return fastify;
  };
  const app = await tokenApp();
  const request: TokenIssuer['request'] = (parameters, headers = {}, on = app) => {
    const payload = typeof parameters === 'string' ? parameters : new URLSearchParams(parameters).toString();
    return on.inject({ method: 'POST', url: '/oauth2/token', headers: { ...FORM, ...headers }, payload });
  };
  const secret = { grant_type: 'client_credentials', client_id: 'bank-one', client_secret: 's3cret: %+ü' };
  const requestWithSecret: TokenIssuer['requestWithSecret'] = (more = {}, on = app) =>
    request({ ...secret, ...more }, {}, on);
  return {
    db,
    signingKeys,
    app,
    keyPair,
    vault,
    logged: lines,
    log,
    tokenApp,
    authenticator: ({ trustedIssuers = [], keys = signingKeys, connection, ...more } = {}) => {
      const tokens = { ...dependencies, signingKeys: keys, trustedIssuers, longestOutsideTokenS: 86_400, ...more };
      const authenticate = createAuthenticator(tokens);
      return (authorization) => authenticate({ authorization, proof: undefined, method: 'GET', url: '/', connection });
    },
    request,
    requestWithSecret,
    freshToken: async (on = app) => (await requestWithSecret({}, on)).json().access_token,
    close: async () => {
      await app.close();
      await db.close();
    },
  };
}

async function setUpClients({ sql, database }: TestDatabase, { publicJwk }: TestKeyPair): Promise<void> {
  await sql(
    `insert into banks (bank_id, bank_code, name, country, currency, time_zone)
     values ('ONE', '001', 'Bank One', 'AE', 'AED', 'Asia/Dubai')`,
  );
  const bank = { kind: 'bank', bank_id: 'ONE', scopes: ['cards:read', 'cards:write'] } as const;
  await upsertOauthClient(database, {
    ...bank,
    client_id: 'bank-one',
    secret: 's3cret: %+ü',
    requests_per_minute: 7,
  });
  await upsertOauthClient(database, { ...bank, client_id: 'signer', jwks: { keys: [publicJwk] } });
  const scopes = ['authorizations:write'];
  await upsertOauthClient(database, { client_id: 'net', kind: 'network', scopes, secret: 'net-secret' });
}

/** Creates a seal with its own master key. */
export function masterSeal(): MasterSeal {
  const key = new SealingKey(randomBytes(32));
  return {
    sealByMaster: async (_tx, context, plain) => ({ sealed: key.seal(plain, context), masterVersion: 1 }),
    openByMaster: (context, { sealed }) => key.open(sealed, context),
  };
}

export async function makeKeyPair(alg: string): Promise<TestKeyPair> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid: `kid-${alg}` } };
}

/** Returns an HTTP Basic header, encoded as RFC 6749 requires. */
export function basicHeader(clientId: string, secret: string): Record<string, string> {
  const encode = (text: string) => new URLSearchParams([['', text]]).toString().slice(1);
  return { authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}` };
}

/** Encodes a part of an unsigned token. */
export function encodedPart(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
