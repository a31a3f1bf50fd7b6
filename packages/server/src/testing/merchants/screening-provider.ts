import type { TestServer } from '../test-server.ts';
import {
  answers,
  type Behaviour,
  type ReceivedRequest,
  startReceiver,
  type WebhookReceiver,
} from '../webhook-receiver.ts';
import { configureDemo } from './merchants.ts';

/** Starts an outside provider that finds nothing, and configures DEMO to call it. */
export async function provideScreening(server: TestServer): Promise<WebhookReceiver> {
  const provider = await startReceiver({ tls: 'none' });
  provider.behave(finds());
  await configureDemo(server, { screening: { url: `${provider.url}/screen`, timeoutMs: 5_000, attempts: 3 } });
  return provider;
}

export function screenedMerchants({ body }: ReceivedRequest): readonly { merchantId: string }[] {
  return (JSON.parse(body) as { merchants: { merchantId: string }[] }).merchants;
}

/** Answers every screening with these hits. */
export function finds(...hits: object[]): Behaviour {
  return answers((request) =>
    JSON.stringify({ results: screenedMerchants(request).map(({ merchantId }) => ({ merchantId, hits })) }),
  );
}
