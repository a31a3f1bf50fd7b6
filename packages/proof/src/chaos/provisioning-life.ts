import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { issueCard } from '../../../server/src/testing/cards/issued-cards.ts';
import type { Random } from '../../../server/src/testing/random.ts';
import { outcomeOfRest } from '../world/client/reported-outcome.ts';
import type { ChaosWorld } from './chaos-world.ts';

/** A request for a token of a network. */
interface ActiveRequest {
  readonly id: string;
  /** The outcome; undefined if the request got no answer. */
  readonly outcome: string | undefined;
  /** Whether an attempt without an answer may have been decided. */
  readonly isInDoubt: boolean;
}

/** A card with a limit of requests for tokens. */
export interface ProvisionedCard {
  readonly exid: string;
  readonly requests: ActiveRequest[];
}

/** The most approved requests for a card. */
export const MAX_APPROVED = 3;
const CALLERS = 3;
const REQUESTS_OF_CALLER = 4;
const THINKING_MS = [50, 400] as const;

/** Requests tokens of one card after the other, from several callers at once, against a limit of the card. */
export async function liveProvisionings(world: ChaosWorld, cards: ProvisionedCard[]): Promise<void> {
  while (!world.isOver()) {
    const exid = await issueLimitedCard(world).catch(() => undefined);
    if (exid === undefined) {
      await delay(200);
      continue;
    }
    const card: ProvisionedCard = { exid, requests: [] };
    cards.push(card);
    await Promise.all(Array.from({ length: CALLERS }, () => call(world, card, world.random())));
  }
}

async function issueLimitedCard({ insistent }: ChaosWorld): Promise<string | undefined> {
  const { exid } = await issueCard(insistent);
  const payload = {
    ...{ id: 'TOKENS', level: 'card', card_identifier_id: exid, measure: 'provisionings' },
    ...{ window: { calendar: 'lifetime' }, max: String(MAX_APPROVED) },
  };
  const headers = { 'idempotency-key': randomUUID() };
  const { status } = await insistent.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', headers, payload });
  return status === 200 ? exid : undefined;
}

async function call({ sender, known, retryPolicy, isOver }: ChaosWorld, card: ProvisionedCard, random: Random) {
  for (let nth = 0; nth < REQUESTS_OF_CALLER && !isOver(); nth++) {
    const id = randomUUID();
    const payload = {
      ...{ provisioning_id: id, card: card.exid, requestor_id: '4001003027', requestor_name: 'Example Pay' },
      scores: { account: 5, device: 5 },
    };
    const send = async () =>
      outcomeOfRest(
        await sender.request({ method: 'POST', url: '/V2/tokens/provisioning', as: 'demo-network', payload }),
        ({ json }) => String(json.outcome),
      );
    const { answer, isInDoubt } = await known.settle(random, `token ${id}`, send, retryPolicy);
    card.requests.push({ id, outcome: answer?.output, isInDoubt });
    await delay(random.from(...THINKING_MS));
  }
}
