import type { Vault } from '../vault/index.ts';

/** The longest time that a person may take at the provider, in milliseconds. */
export const SIGN_IN_MS = 10 * 60_000;
const CONTEXT = 'sign-in';
const COOKIE = /^(\d{1,5})\.([\w-]+)$/;

/** A sign-in in progress, in a cookie that only a server of this deployment can read or create. */
export interface PendingSignIn {
  readonly provider: string;
  readonly returnTo: string;
  readonly state: string;
  readonly untilMs: number;
}

export function writeSignIn(vault: Pick<Vault, 'seal'>, signIn: PendingSignIn): string {
  const { state: signInState, ...others } = signIn;
  // servers of earlier releases read the member by this name
  const { sealed, keyVersion } = vault.seal(CONTEXT, JSON.stringify({ ...others, storedState: signInState }));
  return `${keyVersion}.${sealed.toString('base64url')}`;
}

/** Returns undefined for a cookie that no server of this deployment created, or that is too old. */
export function readSignIn(vault: Pick<Vault, 'open'>, cookie: string, nowMs: number): PendingSignIn | undefined {
  const [, keyVersion, sealed] = COOKIE.exec(cookie) ?? [];
  if (keyVersion === undefined || sealed === undefined) return undefined;
  try {
    const text = vault.open(CONTEXT, { keyVersion: Number(keyVersion), sealed: Buffer.from(sealed, 'base64url') });
    const { storedState: state, ...others } = JSON.parse(text) as Omit<PendingSignIn, 'state'> & {
      storedState: string;
    };
    return nowMs < others.untilMs ? { ...others, state } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns a path of the console, so that no redirect leads to another site. */
export function ownPath(path: unknown): string {
  if (typeof path !== 'string' || !/^\/console(\/|$)/.test(path) || !/^[\x21-\x7e]*$/.test(path)) return '/console/';
  const url = new URL(path, 'https://own.invalid');
  const isOwn = url.origin === 'https://own.invalid' && /^\/console(\/|$)/.test(url.pathname);
  return isOwn ? url.pathname + url.search + url.hash : '/console/';
}
