import { randomUUID } from 'node:crypto';
import type { TestServer } from '../test-server.ts';

/** Sends a request for a token as the network, and returns the id of the decision. */
export async function requestToken(
  server: TestServer,
  card: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const id = randomUUID();
  const named = { provisioning_id: id, card, requestor_id: '4001003027', requestor_name: 'Example Pay' };
  const payload = { ...named, ...more };
  await server.request({ method: 'POST', url: '/V2/tokens/provisioning', as: 'demo-network', payload });
  const { json } = await server.request({ url: '/V2/tokens/provisioning?limit=200', as: 'demo-bank' });
  const items = json.items as { readonly decision_id: string; readonly provisioning_id: string }[];
  return items.find((item) => item.provisioning_id === id)?.decision_id ?? '';
}
