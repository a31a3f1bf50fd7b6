import { vi } from 'vitest';
import { newToken } from '../cards/tokens.ts';
import type { TestServer } from '../test-server.ts';
import { answersCode, startReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { registerWebhook, webhooks } from '../webhooks.ts';
import { WITHIN } from '../within.ts';

/** Two endpoints of the bank that receive the same token event: one accepts it, the other refuses it. */
export interface NotifiedEndpoints {
  readonly healthy: string;
  readonly failing: string;
  /** The id of the event that both received. */
  readonly event: string;
  readonly receiver: WebhookReceiver;
  readonly refusing: WebhookReceiver;
  close(): Promise<void>;
}

export async function makeEndpoints(server: TestServer, exid: string): Promise<NotifiedEndpoints> {
  const receiver = await startReceiver({ tls: 'none' });
  const refusing = await startReceiver({ tls: 'none' });
  refusing.behave(answersCode('30'));
  const { id: healthy } = await registerWebhook(server, { url: receiver.url, description: 'Core banking' });
  const { id: failing } = await registerWebhook(server, { url: refusing.url, description: 'Fraud desk' });
  await newToken(server, exid);
  await vi.waitFor(async () => {
    for (const id of [healthy, failing]) {
      const { json } = await webhooks(server, `/${id}/attempts`);
      if ((json.attempts as unknown[]).length === 0) throw new Error('not tried yet');
    }
  }, WITHIN);
  const { json } = await server.request({ method: 'GET', url: '/V2/events?limit=1', as: 'demo-bank' });
  const event = (json.items as { id: string }[])[0]?.id ?? '';
  const close = async () => {
    await receiver.close();
    await refusing.close();
  };
  return { healthy, failing, event, receiver, refusing, close };
}
