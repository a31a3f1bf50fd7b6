import type { Transport } from './exchange.ts';

/** The timeout of SDK clients. The analysis of a rule alone takes up to 25 seconds. */
const TIMEOUT_MS = 60_000;

/** Sends requests to the implementation at this URL. */
export function fetchTransport(url: string): Transport {
  const base = url.replace(/\/+$/, '');
  return async ({ method, path, headers, body }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = { method, headers: { ...headers }, redirect: 'manual' as const, signal };
    const answer = await fetch(`${base}${path}`, body === undefined ? request : { ...request, body });
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() };
  };
}
