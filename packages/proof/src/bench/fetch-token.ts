import { Agent, fetch } from 'undici';
import type { BenchServerProcess } from './bench-process.ts';

/** Gets an access token for one of the OAuth clients of the bench. */
export async function fetchToken(
  { host, port, ca }: BenchServerProcess,
  { clientId, secret }: { clientId: string; secret: string },
): Promise<string> {
  const answer = await fetch(`${ca === undefined ? 'http' : 'https'}://${host}:${port}/oauth2/token`, {
    ...(ca !== undefined && { dispatcher: new Agent({ connect: { ca } }) }),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }),
  });
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
