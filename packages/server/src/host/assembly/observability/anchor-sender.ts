import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook } from '@cardwright/sdk';
import type { Logger } from 'pino';
import { type ExpectedHead, writeAnchor } from '../../../platform/audit/index.ts';
import { type GuardedPost, hostOf } from '../../../platform/outbox/index.ts';
import type { AnchorEndpoint } from '../../configuration/settings.ts';

const AGAIN_AFTER_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;
const BEHIND_MS = 300_000;
const LIMITS = { connectMs: 5_000, headersMs: 10_000, bodyMs: 10_000, answerBytes: 64 * 1024 };
const TOTAL_MS = 20_000;
/**
 * How long the stop of a server waits until its last heads arrive, in milliseconds. The whole process has 10 s to end.
 */
const LAST_MS = 1_500;

export interface AnchorSenderDeps {
  readonly post: GuardedPost['post'];
  /** The name of this server. */
  readonly name: string;
  /** The real time, because receivers compare it with their own clock. */
  readonly now: () => Date;
  readonly logger: Logger;
}

/** Sends the heads of the chains to an endpoint that stores them, independently of all other work. */
export interface AnchorSender {
  readonly host: string;
  /** Queues heads. The newest head of each log replaces earlier ones. */
  offer(heads: readonly ExpectedHead[]): void;
  /** Returns how long the endpoint has lacked a head, in milliseconds, or 0 if it has all heads. */
  behindMs(): number;
  /** Sends the remaining heads once and waits for at most {@link LAST_MS}. Sends nothing afterwards. */
  finish(): Promise<void>;
}

/** Creates a sender that sends at most once a second, one request at a time. A retry sends the newest heads. */
export function createAnchorSender(endpoint: AnchorEndpoint, deps: AnchorSenderDeps): AnchorSender {
  const host = hostOf(endpoint.url);
  const stopping = new AbortController();
  const waiting = new Map<string, ExpectedHead>();
  const pending = new Map<string, ExpectedHead>();
  let lackingSince: number | undefined;
  let running: Promise<void> | undefined;
  let isReported = false;

  const behindMs = () => (lackingSince === undefined ? 0 : performance.now() - lackingSince);
  const reportIfBehind = (problem: string | undefined) => {
    if (problem === undefined && isReported)
      deps.logger.info({ host }, 'the endpoint has all anchors of the audit log again');
    if (problem === undefined) isReported = false;
    else if (!isReported && behindMs() > BEHIND_MS) {
      deps.logger.error(
        { host, problem },
        'the endpoint has not received an anchor of the audit log for minutes; retrying',
      );
      isReported = true;
    }
  };
  const work = async () => {
    try {
      while (waiting.size > 0 && !stopping.signal.aborted) {
        const heads = [...waiting.values()];
        const startedAt = performance.now();
        const problem = await send(endpoint, heads, deps, startedAt + TOTAL_MS);
        if (problem === undefined) {
          for (const head of heads) {
            pending.set(head.bankId, head);
            if (waiting.get(head.bankId) === head) waiting.delete(head.bankId);
          }
          lackingSince = waiting.size === 0 ? undefined : startedAt;
        }
        reportIfBehind(problem);
        const pauseMs = problem === undefined ? AGAIN_AFTER_MS : AFTER_FAILURE_MS;
        await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    } finally {
      // reset in the same turn in which the queue was empty, so that the next offer starts the work again
      running = undefined;
    }
  };
  return {
    host,
    behindMs,
    offer(heads) {
      if (stopping.signal.aborted) return;
      for (const head of heads) {
        if (endpoint.logs?.includes(head.bankId) === false || isSame(pending.get(head.bankId), head)) continue;
        waiting.set(head.bankId, head);
      }
      if (waiting.size === 0) return;
      lackingSince ??= performance.now();
      running ??= work();
    },
    async finish() {
      const untilMs = performance.now() + LAST_MS;
      stopping.abort();
      // a request that hangs does not delay the stop: it ends with the connections
      await Promise.race([running, sleep(LAST_MS, undefined, { ref: false })]);
      if (running === undefined && waiting.size > 0) await send(endpoint, [...waiting.values()], deps, untilMs);
    },
  };
}

function isSame(one: ExpectedHead | undefined, other: ExpectedHead): boolean {
  return one !== undefined && one.chainNo === other.chainNo && one.chainHash.equals(other.chainHash);
}

/** Returns the problem, or undefined if the endpoint accepted the heads. */
async function send(
  { url, secret }: AnchorEndpoint,
  heads: readonly ExpectedHead[],
  { post, name, now }: AnchorSenderDeps,
  untilMs: number,
): Promise<string | undefined> {
  const id = randomUUID();
  const timestamp = Math.floor(now().getTime() / 1_000);
  const body = writeAnchor(name, now(), heads);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook({ id, timestamp, body, keys: [secret] }),
  };
  const request = { url, headers, body, untilMs };
  const answer = await post(`audit-anchors ${url}`, request, LIMITS);
  if (answer.kind === 'unanswered') return answer.reason;
  return answer.status >= 200 && answer.status <= 299 ? undefined : `HTTP ${answer.status}`;
}
