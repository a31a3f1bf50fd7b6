import type { PendingMessage } from '../batch/queue-entry.ts';
import type { Partners } from '../partner/ask-partner.ts';
import type { PartnerRequest } from '../partner/partner-question.ts';

/** Messages that are asked about. They are in no lane, and nothing is locked for them. */
export interface PartnerRetry {
  ask(message: PendingMessage, toAsk: PartnerRequest): void;
  count(): number;
  idle(): Promise<void>;
}

/** @param enqueue puts a message into its lane again, like one that has just arrived; throws where there is no room */
export function retryWithPartner(
  { ask }: Pick<Partners, 'ask'>,
  enqueue: (message: PendingMessage) => void,
): PartnerRetry {
  const asking = new Set<Promise<void>>();
  const goOn = async (message: PendingMessage, toAsk: PartnerRequest) => {
    try {
      message.partner = await ask(toAsk);
      // its lane would take it for one that has waited there so long, and refuse others
      message.arrivedAt = performance.now();
      if (!message.isOver()) enqueue(message);
    } catch (error) {
      message.fail(error);
    }
  };
  return {
    ask(message, toAsk) {
      const one = goOn(message, toAsk).finally(() => asking.delete(one));
      asking.add(one);
    },
    count: () => asking.size,
    idle: async () => {
      await Promise.all(asking);
    },
  };
}
