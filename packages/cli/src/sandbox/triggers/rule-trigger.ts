import { setTimeout as sleep } from 'node:timers/promises';
import type { Cardwright } from '@cardwright/sdk';
import { sandboxCaller, type Trigger } from './trigger.ts';

const POLL_INTERVAL_MS = 200;
const REASON = 'cardwright trigger';

/** Takes a rule that matches no payment through shadow, proposal and backtest into force, and retires it. */
export const triggerRuleLive: Trigger = async (scene) => {
  const { client } = scene;
  // The name is also the id of its merchant, which has at most 15 characters.
  const name = `TRIGGER${Date.now().toString(36).toUpperCase()}`.slice(0, 15);
  const condition = { field: 'merchantId', op: 'eq', value: name } as const;
  const { rule_id: id, versions } = await client.rules.create({ name, effect: '57', condition } as never);
  try {
    await client.rules.shadow(id, {});
    // There are few decisions in this period, so the backtest finishes at once.
    const from = versions[0]?.created_at;
    await client.rules.propose(id, from === undefined ? {} : { from });
    await backtested(client, id);
    const checker = await sandboxCaller(scene, 'bank', 'rules:approve', 'programs:write');
    await checker.rules.approve(id, { version: 1, reason: REASON });
  } finally {
    await client.rules.retire(id, { reason: REASON });
  }
  return { about: { rule_id: id, name }, notifications: ['rule.live'] };
};

async function backtested(client: Cardwright, id: string): Promise<void> {
  for (;;) {
    const { backtest } = await client.rules.retrieve(id);
    if (backtest?.state !== 'WAITING' && backtest?.state !== 'RUNNING') return;
    await sleep(POLL_INTERVAL_MS);
  }
}
