import type { Random } from '../../../server/src/testing/random.ts';
import {
  answersOk,
  answersStatus,
  closeConnection,
  type ReceivedRequest,
  startReceiver,
} from '../../../server/src/testing/webhook-receiver.ts';
import type { ChaosClient } from '../world/client/chaos-client.ts';

const FAILING_PERCENT = 30;
/** Notifications of tokens, decisions about requests for them, and every change of a token. */
const EVENTS = ['AC', 'TC', 'TD', 'TE', 'token.*'];

export interface FailingReceiver {
  /** Notifications by id, in the order in which the receiver accepted them. */
  readonly accepted: Map<string, ReceivedRequest>;
  /** Registers the receiver for the notifications of the demo bank. */
  register(client: ChaosClient): Promise<void>;
  close(): Promise<void>;
}

/** Starts a receiver of notifications that fails three times in ten. */
export async function startFailingReceiver(random: Random): Promise<FailingReceiver> {
  const receiver = await startReceiver({ tls: 'none' });
  const accepted = new Map<string, ReceivedRequest>();
  receiver.behave((request, response) => {
    const isGood = random.from(1, 100) > FAILING_PERCENT;
    const id = request.headers['webhook-id'] ?? '';
    if (isGood && !accepted.has(id)) accepted.set(id, request);
    (isGood ? answersOk : random.pick([answersStatus(500), closeConnection]))(request, response);
  });
  return {
    accepted,
    async register(client) {
      const payload = { url: `${receiver.url}/notifications`, max_in_flight: 32, events: EVENTS };
      const answer = await client.request({ method: 'POST', url: '/V2/webhook-endpoints', as: 'demo-bank', payload });
      if (answer.status !== 200) throw new Error(`no endpoint: ${answer.text}`);
    },
    close: () => receiver.close(),
  };
}
