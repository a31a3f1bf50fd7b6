import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { ReceivedRequest } from '../../../server/src/testing/webhook-receiver.ts';
import type { OperationRecord } from '../world/history/history.ts';
import { checkLinearizable } from '../world/history/linearizability.ts';
import { formatVerdict } from './check-accounts.ts';
import { inParallel } from './in-parallel.ts';
import type { ActiveToken } from './token-life.ts';
import { NEVER_NOTIFIED, type TokenInput, tokenModel } from './token-model.ts';

interface ReportedEvent {
  readonly reason_code: string;
  readonly notification_id: string | null;
}

/** Finds tokens whose history no order explains, or whose notifications are missing or out of order. */
export async function findWrongTokens(
  sender: Sender,
  tokens: readonly ActiveToken[],
  accepted: ReadonlyMap<string, ReceivedRequest>,
): Promise<string[]> {
  const places = new Map([...accepted.keys()].map((id, at) => [id, at]));
  const violations: string[] = [];
  await inParallel(8, tokens, async (token) => {
    const { json } = await sender.request({ url: `/V2/tokens/${token.reference}`, as: 'demo-bank' });
    const reported = (json.history as unknown as ReportedEvent[]).filter(({ notification_id: id }) => id !== null);
    const arrivals = reported.map(({ notification_id: id }) => places.get(id ?? ''));
    if (arrivals.includes(undefined)) violations.push(`token ${token.reference}: a notification did not arrive`);
    if (arrivals.some((place, at) => Number(place) < Number(arrivals[at - 1] ?? -1))) {
      violations.push(`token ${token.reference}: notifications arrived in another order`);
    }
    const verdict = checkLinearizable(tokenModel, historyOf(token, reported));
    if (verdict.kind !== 'linearizable') violations.push(`token ${token.reference}: ${formatVerdict(verdict)}`);
  });
  return violations;
}

/**
 * The history of a token. The notification decides about a change without an answer: with one it happened, without one
 * it did not.
 */
function historyOf({ requests }: ActiveToken, reported: readonly ReportedEvent[]): OperationRecord<TokenInput>[] {
  const places = new Map(reported.map(({ reason_code: reason }, at) => [reason, at]));
  return requests.flatMap(({ kind, reason, output, beganMs, endedMs }): OperationRecord<TokenInput>[] => {
    if (kind === 'read') return output === undefined ? [] : [{ input: { kind }, output, beganMs, endedMs }];
    const at = places.get(reason) ?? NEVER_NOTIFIED;
    if (output === undefined && at === NEVER_NOTIFIED) return [];
    const happened = `200 ${STATE_AFTER[kind]}`;
    return [{ input: { kind, reason, at }, output: output ?? happened, beganMs, endedMs }];
  });
}

const STATE_AFTER = { suspend: 'SUSPENDED', resume: 'ACTIVE', deactivate: 'DEACTIVATED', delete: 'DELETED' };
