import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Agent, type Dispatcher, fetch } from 'undici';
import { type Answer, PUBLIC_URL, type TestServer } from '../test-server.ts';
import { cookieOf } from './demo-sessions.ts';

const PROGRAM = fileURLToPath(new URL('oidc-provider.mjs', import.meta.url));
const MAX_STEPS = 10;

export interface ProviderAccount {
  readonly sub: string;
  readonly name?: string;
  readonly groups?: readonly string[];
  readonly amr?: readonly string[];
  readonly locked?: boolean;
}

/** A real OpenID Connect provider in its own process. */
export interface TestProvider {
  readonly issuer: string;
  /** The public URL to which it redirects people. */
  readonly publicUrl: string;
  /** A dispatcher that trusts its certificate. */
  readonly dispatcher: Dispatcher;
  /** Changes accounts, keys, the clock of the provider, or the faults of its ID tokens; `forge: null` removes the faults. */
  control(message: {
    account?: ProviderAccount;
    forge?: { claims?: Record<string, unknown>; otherKey?: boolean } | null;
    rotate?: string;
    aheadMs?: number;
  }): Promise<void>;
  close(): Promise<void>;
}

interface ProviderPlace {
  readonly publicUrl?: string;
  /** Files of its certificate and key, and the authority in PEM. Without them it serves HTTP. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string; readonly ca: string };
}

export async function startIdentityProvider({
  publicUrl = PUBLIC_URL,
  tls,
}: ProviderPlace = {}): Promise<TestProvider> {
  const port = await freePort();
  const args = [String(port), publicUrl, ...(tls === undefined ? [] : [tls.certFile, tls.keyFile])];
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exit.then(() => Promise.reject(new Error('the provider ended')))]);
  const issuer = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`;
  const dispatcher = new Agent({ connect: { ca: tls?.ca } });
  return {
    issuer,
    publicUrl,
    dispatcher,
    control: async (message) => {
      await fetch(`${issuer}/control`, { method: 'POST', body: JSON.stringify(message), dispatcher });
    },
    close: async () => {
      await dispatcher.destroy();
      child.kill('SIGKILL');
      await exit;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A sign-in after the provider's answer: the next request of the browser to the server. */
export interface CameBack {
  /** The cookie of the pending sign-in. */
  readonly cookie: string;
  /** The path and query of the redirect. */
  readonly path: string;
}

/**
 * Starts at the server, signs in at the provider as an account (or cancels without one), and stops before the redirect back.
 */
export async function signInAtProvider(
  server: Pick<TestServer, 'request'>,
  {
    provider = 'staff',
    account,
    returnTo = '/console/cards?page=2',
    at: { publicUrl, dispatcher } = { publicUrl: PUBLIC_URL },
  }: {
    provider?: string;
    account?: string;
    returnTo?: string;
    at?: { readonly publicUrl: string; readonly dispatcher?: Dispatcher };
  },
): Promise<CameBack> {
  const url = `/console/sign-in/${provider}?return_to=${encodeURIComponent(returnTo)}`;
  const start = await server.request({ method: 'GET', url });
  if (start.status !== 302) throw new Error(`no way to the provider: ${start.text}`);
  const jar = new Map<string, string>(account === undefined ? [] : [['account', account]]);
  let location = String(start.headers.location);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (location.startsWith(publicUrl)) return { cookie: cookieOf(start), path: location.slice(publicUrl.length) };
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(location, {
      redirect: 'manual',
      headers: { cookie },
      ...(dispatcher !== undefined && { dispatcher }),
    });
    storeCookies(jar, answer);
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`the provider leads nowhere: ${answer.status} ${await answer.text()}`);
    location = new URL(next, location).href;
  }
  throw new Error('the provider leads in circles');
}

/** Approves a device sign-in in a browser: enters the code, signs in as an account, and confirms. */
export async function enterUserCode(address: string, account: string): Promise<void> {
  const jar = new Map([['account', account]]);
  let page = await visit(jar, address);
  for (const body of [{}, { confirm: 'yes' }]) {
    const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      String(name),
      String(value),
    ]);
    const form = new URLSearchParams({ ...Object.fromEntries(hidden), ...body });
    page = await visit(jar, new URL('/device', address).href, form);
  }
  if (!page.includes('Sign-in Success')) throw new Error(`the provider does not take the code: ${page}`);
}

type AnswerOfProvider = Awaited<ReturnType<typeof fetch>>;

/** Follows the provider's redirect to its next page. */
async function visit(jar: Map<string, string>, address: string, form?: URLSearchParams): Promise<string> {
  let next: string | undefined = address;
  let body = form;
  for (let step = 0; step < MAX_STEPS && next !== undefined; step += 1) {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
    const answer: AnswerOfProvider = await fetch(next, {
      redirect: 'manual',
      headers,
      ...(body !== undefined && { method: 'POST', body }),
    });
    storeCookies(jar, answer);
    const location = answer.headers.get('location');
    if (location === null) return await answer.text();
    next = new URL(location, next).href;
    body = undefined;
  }
  throw new Error('the provider leads in circles');
}

function storeCookies(jar: Map<string, string>, answer: AnswerOfProvider): void {
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    jar.set(name, value);
  }
}

/** Follows the provider's redirect back to the server. */
export function comeBack(server: Pick<TestServer, 'request'>, { cookie, path }: CameBack): Promise<Answer> {
  return server.request({ method: 'GET', url: path, headers: { cookie } });
}
