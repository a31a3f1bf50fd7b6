import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import { act, provision } from '../../../server/src/testing/cards/tokens.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { outcomeOfRest } from '../world/client/reported-outcome.ts';
import type { ChaosWorld } from './chaos-world.ts';
import type { TokenAct } from './token-model.ts';

/** A requested change, or a read. Each reason is unique and appears in the notification. */
interface RequestedChange {
  readonly kind: TokenAct | 'read';
  readonly reason: string;
  readonly output: string | undefined;
  readonly beganMs: number;
  readonly endedMs: number;
}

export interface ActiveToken {
  readonly reference: string;
  readonly requests: RequestedChange[];
}

const CALLERS = 2;
const MAX_REQUESTS = 30;
const THINKING_MS = [60, 300] as const;

/** Uses one token after the other. Changes have no id, so each attempt counts as a change. */
export async function liveTokens(world: ChaosWorld, tokens: ActiveToken[]): Promise<void> {
  while (!world.isOver()) {
    const token = await provisionToken(world);
    if (token === undefined) continue;
    tokens.push(token);
    await Promise.all(Array.from({ length: CALLERS }, () => call(world, token)));
  }
}

async function provisionToken(world: ChaosWorld): Promise<ActiveToken | undefined> {
  const card = await issueCard(world.insistent).catch(() => undefined);
  if (card === undefined) {
    await delay(200);
    return undefined;
  }
  const headers = { 'idempotency-key': randomUUID() };
  const { status, json } = await provision(world.insistent, card.exid, {}, { headers });
  return status === 200 ? { reference: String(json.token_reference), requests: [] } : undefined;
}

let reasons = 0;

async function call(
  { sender, random: source, isOver }: ChaosWorld,
  { reference, requests }: ActiveToken,
): Promise<void> {
  const random = source();
  const isDeleted = () => requests.some(({ output }) => output === '200 DELETED');
  while (!isOver() && !isDeleted() && requests.length < MAX_REQUESTS) {
    const kind = draw(random, requests.length);
    const reason = `R${String(++reasons).padStart(8, '0')}`;
    const beganMs = performance.now();
    const outcome = outcomeOfRest(
      kind === 'read'
        ? await sender.request({ url: `/V2/tokens/${reference}`, as: 'demo-bank' })
        : await act(sender, reference, kind, { reason_code: reason }),
      ({ json }) => `200 ${json.token_state}`,
    );
    const isKnown = outcome.kind === 'done';
    const endedMs = isKnown ? performance.now() : Number.POSITIVE_INFINITY;
    requests.push({ kind, reason, output: isKnown ? outcome.output : undefined, beganMs, endedMs });
    await delay(random.from(...THINKING_MS));
  }
}

function draw(random: Random, requests: number): RequestedChange['kind'] {
  const what = random.from(1, 100);
  if (what <= 40) return 'suspend';
  if (what <= 80) return 'resume';
  if (what <= 94 || requests < MAX_REQUESTS / 2) return 'read';
  return what <= 97 ? 'deactivate' : 'delete';
}
