import type { PendingMessage } from '../batch/pending-message.ts';
import type { Partners } from '../partner/ask-partner.ts';
import type { ToAsk } from '../partner/partner-question.ts';

/** Messages that are asked about. They are in no lane, and nothing is locked for them. */
export interface AskApart {
  ask(message: PendingMessage, toAsk: ToAsk): void;
  count(): number;
  idle(): Promise<void>;
}

/** @param enqueue puts a message into its lane again, like one that has just arrived; throws where there is no room */
export function askApart({ ask }: Pick<Partners, 'ask'>, enqueue: (message: PendingMessage) => void): AskApart {
  const asking = new Set<Promise<void>>();
  const goOn = async (message: PendingMessage, toAsk: ToAsk) => {
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
