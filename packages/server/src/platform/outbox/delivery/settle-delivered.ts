import { spansNow } from '../../kernel/spans.ts';
import { runWork, type WorkDeps } from '../../operation/index.ts';
import { isRefusal, type Tx } from '../../storage/index.ts';
import type { SealedText, Vault } from '../../vault/index.ts';
import { promoteHeads } from '../messages/stream-store.ts';
import { answerContext } from '../outbox-seal-contexts.ts';
import type { DeliveryResult } from './delivery.ts';
import { type FinishedAttempt, type SettlementResult, settle } from './settle.ts';
import { type DeliveredMessage, type SettlementRow, settleDelivered } from './settle-delivered-store.ts';

/** Maximum number of messages in a transaction. More would lock the first streams for too long. */
const MAX_AT_ONCE = 200;

type SettleDeps = WorkDeps & { readonly vault: Vault };

interface PendingSettlement {
  readonly finishedAttempt: FinishedAttempt;
  readonly resolve: (settlement: SettlementResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Settles an attempt. `jitter` varies the time of the next one. */
export type Settle = (finishedAttempt: FinishedAttempt, jitter: number) => Promise<SettlementResult>;

/**
 * Settles deliveries of a bank that succeed at about the same time in one transaction: those that end during a commit
 * form the next one. Failures, a success that ends a run of failures, and messages with a locked stream are settled
 * separately.
 */
export function createSettle(deps: SettleDeps): Settle {
  const pendingByStream = new Map<string, PendingSettlement[]>();

  const work = async (bankId: string, pending: PendingSettlement[]): Promise<void> => {
    // deliveries that end in the same turn of the event loop share a transaction
    await new Promise((resolve) => setImmediate(resolve));
    while (pending.length > 0) await settleTogether(deps, bankId, pending.splice(0, MAX_AT_ONCE));
    pendingByStream.delete(bankId);
  };

  return (finishedAttempt, jitter) => {
    const { message, result, failingSince } = finishedAttempt;
    if (result.outcome !== 'DELIVERED' || failingSince !== undefined) return settle(deps, finishedAttempt, jitter);
    return new Promise((resolve, reject) => {
      const one = { finishedAttempt, resolve, reject };
      const pending = pendingByStream.get(message.bank_id);
      if (pending !== undefined) {
        pending.push(one);
        return;
      }
      const first = [one];
      pendingByStream.set(message.bank_id, first);
      // the transaction is for several deliveries
      const run = () => work(message.bank_id, first);
      void (spansNow()?.apart(run) ?? run());
    });
  };
}

/** Does not reject: each delivery gets its own result. */
async function settleTogether(deps: SettleDeps, bankId: string, batch: readonly PendingSettlement[]): Promise<void> {
  try {
    const rows = new Map((await commitTogether(deps, bankId, batch)).map((row) => [row.message_id, row]));
    for (const one of batch) {
      const row = rows.get(one.finishedAttempt.message.message_id);
      if (row === undefined) settleSingly(deps, one);
      else one.resolve({ state: row.is_closed ? 'DELIVERED' : undefined, disabledBecause: undefined });
    }
  } catch (error) {
    // one delivery must not block the others; if the result of the commit is unknown, the leases expire
    if (isRefusal(error)) for (const one of batch) settleSingly(deps, one);
    else for (const { reject } of batch) reject(error);
  }
}

function settleSingly(deps: SettleDeps, { finishedAttempt, resolve, reject }: PendingSettlement): void {
  // a successful delivery has no next attempt, so the jitter does not matter
  settle(deps, finishedAttempt, 0).then(resolve, reject);
}

function commitTogether(deps: SettleDeps, bankId: string, batch: readonly PendingSettlement[]) {
  const seal = sealAnswers(deps.vault, bankId);
  const messages = batch.map(({ finishedAttempt }) => deliveredOf(finishedAttempt, seal(finishedAttempt)));
  const { server, endedAt: now } = batch[0]!.finishedAttempt;
  const work = { operation: 'outbox.settle-delivered', actor: 'cardwright', requestId: '', now };
  return runWork(deps, work, async ({ tx }) => {
    const rows = await settleDelivered(tx, bankId, server, messages);
    await promoteNext(tx, bankId, messages, rows);
    return { commit: true, result: rows };
  });
}

async function promoteNext(
  tx: Tx,
  bankId: string,
  messages: readonly DeliveredMessage[],
  rows: readonly SettlementRow[],
): Promise<void> {
  const withMore = new Set(rows.filter(({ has_more }) => has_more).map(({ message_id }) => message_id));
  const streams = messages.filter(({ messageId }) => withMore.has(messageId));
  if (streams.length === 0) return;
  const latest = Math.max(...streams.map(({ endedAt }) => endedAt.getTime()));
  await promoteHeads(tx, bankId, streams, new Date(latest));
}

/** Seals the answer to a request with several messages only once. */
function sealAnswers(vault: Vault, bankId: string): (finishedAttempt: FinishedAttempt) => SealedText | undefined {
  const sealed = new Map<DeliveryResult, SealedText>();
  return ({ message, result }) => {
    const { answer } = result;
    if (answer === undefined) return undefined;
    const existing = sealed.get(result) ?? vault.seal(answerContext(bankId, message.endpoint_id), answer);
    sealed.set(result, existing);
    return existing;
  };
}

function deliveredOf(
  { message, result, at, endedAt }: FinishedAttempt,
  answer: SealedText | undefined,
): DeliveredMessage {
  const { reason, httpStatus, durationMs } = result;
  const { endpoint_id: endpointId, message_id: messageId, notification_id: notificationId } = message;
  const { stream, type, attempts: attempt } = message;
  const about = { messageId, endpointId, stream, notificationId, type, attempt };
  return { ...about, reason, httpStatus, durationMs, answer, at, endedAt };
}
