import { resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { checkAddress } from '../connection/choose-profile.ts';
import { clientFor } from '../connection/open-client.ts';
import { type Profile, profilePath, readProfiles, writeProfiles } from '../connection/profile-file.ts';
import { print, tell } from '../output/print.ts';
import { UsageError } from '../output/usage-error.ts';
import { fixturesOf } from '../sandbox/fixtures-of.ts';
import { LOCAL_SANDBOX } from '../sandbox/sandbox-url.ts';
import { askFor } from './ask-for.ts';
import type { LoginOptions } from './login-options.ts';

/** Tries the credentials and keeps them: what was refused is not kept. */
export async function logIn(options: LoginOptions): Promise<void> {
  const profile = options.sandbox ? await sandboxProfile(options) : await askedProfile(options);
  warnOfPlainHttp(profile.url);
  const client = await clientFor(profile);
  const { headers } = await client.identify();
  const { bank, scopes } = claimsOf(headers.authorization ?? '');
  const name = options.profile ?? (options.sandbox ? 'sandbox' : new URL(profile.url).host);
  const path = profilePath(process.env);
  const kept = await readProfiles(path);
  await writeProfiles(path, { current: name, profiles: { ...kept.profiles, [name]: profile } });
  if (options.json) {
    return print(JSON.stringify({ profile: name, url: profile.url, client_id: profile.client_id, bank, scopes }));
  }
  print(`Logged in to ${profile.url} as ${profile.client_id}${bank === undefined ? '' : ` of bank ${bank}`}.`);
  if (scopes.length > 0) print(`Scopes: ${scopes.join(', ')}`);
  print(`The profile ${name} in ${path} is the current one now.`);
}

async function sandboxProfile(options: LoginOptions): Promise<Profile> {
  const url = checkAddress(options.url ?? (process.env.CARDWRIGHT_URL || LOCAL_SANDBOX));
  const { oauth } = await fixturesOf(url);
  const id = options.clientId ?? 'demo-bank';
  const caller = oauth.find((each) => each.client_id === id);
  if (caller !== undefined) return { url, client_id: id, client_secret: caller.client_secret };
  throw new UsageError(`the sandbox has no ${id}; it has ${oauth.map((each) => each.client_id).join(', ')}`);
}

async function askedProfile(options: LoginOptions): Promise<Profile> {
  const environment = process.env;
  const url = checkAddress(options.url ?? (environment.CARDWRIGHT_URL || (await askFor('url', '--url'))));
  const id = options.clientId ?? (environment.CARDWRIGHT_CLIENT_ID || (await askFor('client id', '--client-id')));
  if (options.privateKey !== undefined) {
    const key = { private_key_file: resolve(options.privateKey) };
    return { url, client_id: id, ...key, ...(options.keyId !== undefined && { key_id: options.keyId }) };
  }
  const secret = options.secretStdin
    ? (await textOf(process.stdin)).replace(/\r?\n$/, '')
    : environment.CARDWRIGHT_CLIENT_SECRET || (await askFor('secret', '--secret-stdin or --private-key'));
  if (secret === '') throw new UsageError('the secret is empty');
  return { url, client_id: id, client_secret: secret };
}

function warnOfPlainHttp(address: string): void {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) {
    tell(`Careful: ${address} is not encrypted, so everybody on the way can read the secret.`);
  }
}

/** What an access token says of itself. One that cannot be read says nothing. */
function claimsOf(authorization: string): { bank: string | undefined; scopes: string[] } {
  try {
    const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString());
    const bank = typeof claims.bank_id === 'string' ? claims.bank_id : undefined;
    return { bank, scopes: typeof claims.scope === 'string' ? claims.scope.split(' ') : [] };
  } catch {
    return { bank: undefined, scopes: [] };
  }
}
