import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Received } from '../../../server/src/testing/webhook-receiver.ts';
import type { LivedOperation } from '../world/history/history.ts';
import { checkLinearizable } from '../world/history/linearizability.ts';
import { formatVerdict } from './check-accounts.ts';
import { inParallel } from './in-parallel.ts';
import type { LivingToken } from './token-life.ts';
import { NEVER_NOTIFIED, type TokenInput, tokenModel } from './token-model.ts';

interface Told {
  readonly reason_code: string;
  readonly notification_id: string | null;
}

/** Finds tokens whose history no order explains, or whose notifications are missing or out of order. */
export async function findWrongTokens(
  sender: Sender,
  tokens: readonly LivingToken[],
  accepted: ReadonlyMap<string, Received>,
): Promise<string[]> {
  const places = new Map([...accepted.keys()].map((id, at) => [id, at]));
  const found: string[] = [];
  await inParallel(8, tokens, async (token) => {
    const { json } = await sender.request({ url: `/V2/tokens/${token.reference}`, as: 'demo-bank' });
    const told = (json.history as unknown as Told[]).filter(({ notification_id: id }) => id !== null);
    const came = told.map(({ notification_id: id }) => places.get(id ?? ''));
    if (came.includes(undefined)) found.push(`token ${token.reference}: a notification did not come`);
    if (came.some((place, at) => Number(place) < Number(came[at - 1] ?? -1))) {
      found.push(`token ${token.reference}: notifications came in another order`);
    }
    const verdict = checkLinearizable(tokenModel, historyOf(token, told));
    if (verdict.kind !== 'linearizable') found.push(`token ${token.reference}: ${formatVerdict(verdict)}`);
  });
  return found;
}

/**
 * The history of a token. The notification decides about a change without an answer: with one it happened, without one
 * it did not.
 */
function historyOf({ requests }: LivingToken, told: readonly Told[]): LivedOperation<TokenInput>[] {
  const places = new Map(told.map(({ reason_code: reason }, at) => [reason, at]));
  return requests.flatMap(({ kind, reason, output, beganMs, endedMs }): LivedOperation<TokenInput>[] => {
    if (kind === 'read') return output === undefined ? [] : [{ input: { kind }, output, beganMs, endedMs }];
    const at = places.get(reason) ?? NEVER_NOTIFIED;
    if (output === undefined && at === NEVER_NOTIFIED) return [];
    const happened = `200 ${STATE_AFTER[kind]}`;
    return [{ input: { kind, reason, at }, output: output ?? happened, beganMs, endedMs }];
  });
}

const STATE_AFTER = { suspend: 'SUSPENDED', resume: 'ACTIVE', deactivate: 'DEACTIVATED', delete: 'DELETED' };
