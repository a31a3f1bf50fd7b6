// An identity provider in its own process: the oidc-provider package, with accounts that tests change, and with invalid
// behavior on request.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import Provider from 'oidc-provider';

const [port, redirect, certFile, keyFile] = process.argv.slice(2);
const hasTls = certFile !== undefined && keyFile !== undefined;
const issuer = `${hasTls ? 'https' : 'http'}://127.0.0.1:${port}`;
const realNow = Date.now;
const COMMAND_LINE = 'command-line';
const GATEWAY = 'https://cardwright.example';
/** `sub` of each account -> { name, groups, amr, locked }. */
const accounts = new Map();
/** The faults to put into ID tokens: { claims, otherKey }. */
let forged;
let keys = [await newKey('first')];
let provider = makeProvider();

async function newKey(kid) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

function makeProvider() {
  const made = new Provider(issuer, {
    clients: [
      {
        client_id: 'cardwright',
        client_secret: 'a-secret-of-some-length',
        redirect_uris: [`${redirect}/console/sign-in/return`],
        post_logout_redirect_uris: [`${redirect}/console/`],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        client_id: COMMAND_LINE,
        token_endpoint_auth_method: 'none',
        redirect_uris: [],
        response_types: [],
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
      },
    ],
    jwks: { keys },
    cookies: { keys: ['for tests alone'] },
    claims: { openid: ['sub', 'groups'], profile: ['name'], amr: null },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      resourceIndicators: {
        enabled: true,
        // the command line gets signed access tokens for a gateway, which can read them; others get none
        defaultResource: (_ctx, { clientId }, one) => (clientId === COMMAND_LINE ? (one ?? GATEWAY) : undefined),
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, resource) => ({
          scope: 'accounts:read clients:read',
          audience: resource === GATEWAY ? 'cardwright' : 'somebody else',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 300,
        }),
      },
      revocation: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      IdToken: 300,
      RefreshToken: 86_400,
      Session: 86_400,
      Grant: 86_400,
    },
    extraTokenClaims: async (_ctx, { clientId }) => (clientId === COMMAND_LINE ? { bank_id: 'DEMO' } : undefined),
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: async (_ctx, sub) => {
      const { name, groups, locked } = accounts.get(sub) ?? { locked: true };
      return locked ? undefined : { accountId: sub, claims: async () => ({ sub, name, groups }) };
    },
    loadExistingGrant: async (ctx) => {
      const { clientId } = ctx.oidc.client;
      const grant = new made.Grant({ clientId, accountId: ctx.oidc.session.accountId });
      grant.addOIDCScope('openid profile email offline_access');
      for (const resource of [GATEWAY, 'https://other.example'])
        grant.addResourceScope(resource, 'accounts:read clients:read');
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  });
  return made;
}

async function serve(request, response) {
  const { pathname } = new URL(request.url, issuer);
  if (pathname === '/control') return control(request, response);
  if (pathname.startsWith('/interaction/')) return interact(request, response);
  if (pathname === '/token' && forged !== undefined) forgeAnswer(response);
  return provider.callback()(request, response);
}
const server = hasTls
  ? createTlsServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, serve)
  : createServer(serve);
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'));

async function control(request, response) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const { account, forge, rotate, aheadMs } = JSON.parse(Buffer.concat(pieces).toString());
  if (account !== undefined) accounts.set(account.sub, account);
  if (forge !== undefined) forged = forge ?? undefined;
  if (aheadMs !== undefined) Date.now = () => realNow() + aheadMs;
  if (rotate !== undefined) {
    keys = [await newKey(rotate)];
    provider = makeProvider();
  }
  response.end('{}');
}

/** Signs in the account that the cookie names. */
async function interact(request, response) {
  const sub = /account=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1];
  const { amr } = accounts.get(sub) ?? {};
  const result =
    sub === undefined ? { error: 'access_denied', error_description: 'went back' } : { login: { accountId: sub, amr } };
  await provider.interactionFinished(request, response, result);
}

/** Lets the provider answer, and signs its ID token again with other claims or another key. */
function forgeAnswer(response) {
  const { claims, otherKey } = forged;
  const end = response.end.bind(response);
  response.end = (body) => {
    resigned(JSON.parse(String(body)), claims, otherKey).then((answer) => {
      const text = JSON.stringify(answer);
      response.setHeader('content-length', Buffer.byteLength(text));
      end(text);
    });
    return response;
  };
}

async function resigned(answer, claims, otherKey) {
  if (answer.id_token === undefined) return answer;
  const [real] = keys;
  const key = otherKey ? await newKey(real.kid) : real;
  const token = new SignJWT({ ...decodeJwt(answer.id_token), ...claims });
  const header = { alg: 'RS256', kid: key.kid };
  return { ...answer, id_token: await token.setProtectedHeader(header).sign(await importJWK(key, 'RS256')) };
}
