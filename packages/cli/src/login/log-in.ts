import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type Cardwright, CardwrightError } from '@cardwright/sdk';
import { checkAddress } from '../connection/choose-profile.ts';
import { clientFor } from '../connection/open-client.ts';
import { changeProfiles, type Profile, profilePath } from '../connection/profile-file.ts';
import { print, printMessage } from '../output/print.ts';
import { CredentialsError, UsageError } from '../output/usage-error.ts';
import { fixturesOf } from '../sandbox/fixtures-of.ts';
import { LOCAL_SANDBOX } from '../sandbox/sandbox-url.ts';
import type { LoginOptions } from './login-options.ts';
import { promptFor } from './prompt-for.ts';

/** Tests the credentials and stores them. Refused credentials are not stored. */
export async function logIn(options: LoginOptions): Promise<void> {
  const profile = await profileFor(options);
  warnOfPlainHttp(profile.url);
  const client = await clientFor(profile);
  const { headers } = await client.identify();
  // A provider issues a token even if the gateway does not accept it.
  if (profile.person !== undefined) await mustBeTrusted(client, profile.person.issuer);
  const { bank, scopes, subject } = claimsOf(profile, headers.authorization ?? '');
  const name = options.profile ?? (options.sandbox ? 'sandbox' : new URL(profile.url).host);
  const path = profilePath(process.env);
  await changeProfiles(path, ({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: profile } }));
  if (options.json) {
    return print(JSON.stringify({ profile: name, url: profile.url, client_id: profile.client_id, bank, scopes }));
  }
  print(
    `Logged in to ${profile.url} as ${subject ?? profile.client_id}${bank === undefined ? '' : ` of bank ${bank}`}.`,
  );
  if (scopes.length > 0) print(`Scopes: ${scopes.join(', ')}`);
  print(`${name} in ${path} is now the current profile.`);
}

async function profileFor(options: LoginOptions): Promise<Profile> {
  if (options.sandbox) return await sandboxProfile(options);
  return options.device ? await personProfile(options) : await promptProfile(options);
}

async function mustBeTrusted(client: Cardwright, issuer: string): Promise<void> {
  try {
    await client.webhookEndpoints.list();
  } catch (error) {
    if (!(error instanceof CardwrightError)) throw error;
    if (error.status === undefined) throw error;
    if (error.status !== 401) return;
    throw new CredentialsError(
      `the gateway does not accept the access token of ${issuer}. The gateway must trust this issuer, and the token must be for its audience (--parameter)`,
    );
  }
}

async function personProfile(options: LoginOptions): Promise<Profile> {
  const url = await promptUrl(options);
  const issuer = options.issuer ?? (await promptFor('issuer', '--issuer'));
  checkAddress(issuer);
  const clientId = options.clientId ?? (await promptFor('client id', '--client-id'));
  const parameters = Object.fromEntries((options.parameter ?? []).map(parameter));
  const { signInByDevice } = await import('./sign-in-by-device.ts');
  const person = await signInByDevice({ issuer, clientId, scope: options.scope ?? '', parameters });
  return { url, client_id: clientId, person };
}

function parameter(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--parameter ${text} is invalid: write it as name=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

async function promptUrl(options: LoginOptions): Promise<string> {
  return checkAddress(
    options.url ??
      (process.env.CARDWRIGHT_URL || (await promptFor('URL', '--url, or --sandbox for a sandbox on this machine'))),
  );
}

async function sandboxProfile(options: LoginOptions): Promise<Profile> {
  const url = checkAddress(options.url ?? (process.env.CARDWRIGHT_URL || LOCAL_SANDBOX));
  const { oauth } = await fixturesOf(url);
  const id = options.clientId ?? 'demo-bank';
  const caller = oauth.find((each) => each.client_id === id);
  if (caller !== undefined) return { url, client_id: id, client_secret: caller.client_secret };
  throw new UsageError(`the sandbox has no client ${id}; it has ${oauth.map((each) => each.client_id).join(', ')}`);
}

async function promptProfile(options: LoginOptions): Promise<Profile> {
  const environment = process.env;
  const url = await promptUrl(options);
  const id = options.clientId ?? (environment.CARDWRIGHT_CLIENT_ID || (await promptFor('client id', '--client-id')));
  if (options.privateKey !== undefined) {
    const key = { private_key_file: resolve(options.privateKey) };
    return { url, client_id: id, ...key, ...(options.keyId !== undefined && { key_id: options.keyId }) };
  }
  const secret = options.secretStdin
    ? (await textOf(process.stdin)).replace(/\r?\n$/, '')
    : environment.CARDWRIGHT_CLIENT_SECRET || (await promptFor('secret', '--secret-stdin or --private-key'));
  if (secret === '') throw new UsageError('the secret is empty');
  return { url, client_id: id, client_secret: secret };
}

function warnOfPlainHttp(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    printMessage(
      `Warning: the connection to ${address} is not encrypted, so others on the network can read the secret.`,
    );
  }
}

/** Returns the claims of an access token, and for a person also the subject. An unreadable token has no claims. */
function claimsOf({ person }: Profile, authorization: string): { bank?: string; scopes: string[]; subject?: string } {
  try {
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
    return {
      ...(typeof claims.bank_id === 'string' && { bank: claims.bank_id }),
      ...(person !== undefined && typeof claims.sub === 'string' && { subject: claims.sub }),
      scopes: typeof claims.scope === 'string' ? claims.scope.split(' ') : [],
    };
  } catch {
    return { scopes: [] };
  }
}
