import type { SharedOptions } from '../connection/shared-options.ts';
import { print } from '../output/print.ts';
import { sandboxClient } from './sandbox-client.ts';
import { EVENTS, type TriggeredEvent } from './triggered-events.ts';
import { ENDPOINT_TRIGGERS } from './triggers/endpoint-triggers.ts';
import { triggerMerchantStatus } from './triggers/merchant-trigger.ts';
import { PAYMENT_TRIGGERS } from './triggers/payment-triggers.ts';
import { triggerRuleLive } from './triggers/rule-trigger.ts';
import { TOKEN_TRIGGERS } from './triggers/token-triggers.ts';
import type { Trigger } from './triggers/trigger.ts';

const TRIGGERS: Readonly<Record<TriggeredEvent, Trigger>> = {
  ...TOKEN_TRIGGERS,
  ...PAYMENT_TRIGGERS,
  ...ENDPOINT_TRIGGERS,
  'rule.live': triggerRuleLive,
  'merchant.status': triggerMerchantStatus,
};

/** Triggers an event through the operations of a bank, a network or an acquirer, and prints what is sent. */
export async function triggerEvent(event: TriggeredEvent, options: SharedOptions & { card?: string }): Promise<void> {
  const sandbox = await sandboxClient(options);
  const { about, notifications } = await TRIGGERS[event]({ ...sandbox, card: options.card });
  if (options.json) return print(JSON.stringify({ event, ...about, notifications }));
  const facts = Object.entries(about).map(([name, value]) => `${name} ${value}`);
  print(`${event}: ${EVENTS[event]}. ${facts.join(', ')}.`);
  print(`Notifications to subscribed endpoints: ${notifications.join(', ')}.`);
}
