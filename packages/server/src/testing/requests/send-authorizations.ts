import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { ecommerceMessage, type IssuedCard, issueCard, type Sender } from '../cards/issued-cards.ts';
import { WITHIN } from '../within.ts';

const ONE_CENT = {
  Transaction_Amount: '000000000001',
  Transaction_Amount_Cardholder_Billing: '000000000001',
};

interface Options {
  readonly senders: number;
  /** The minimum number of requests. */
  readonly atLeast?: number;
  /** The rate of all senders together, regardless of answers. Without it, each sender waits for its answers. */
  readonly perSecond?: number;
}

export interface AuthorizationsSent {
  /** All answers other than 200. */
  readonly failures: readonly string[];
  sent(): number;
  /** Resolves when this many more were sent. */
  more(count: number): Promise<void>;
  stop(): Promise<{ sent: number; slowestMs: number; perSecond: number }>;
}

/** Sends authorizations until it is stopped, and reads the decision after each. */
export async function sendAuthorizations(url: string, server: Sender, options: Options): Promise<AuthorizationsSent> {
  const { senders, atLeast = 0, perSecond } = options;
  const cards = await Promise.all(Array.from({ length: senders }, () => issueCard(server, { available: '9000.00' })));
  const tokens = { network: await tokenOf(url, 'network'), bank: await tokenOf(url, 'bank') };
  const failures: string[] = [];
  let [sent, slowestMs, isStopped] = [0, 0, false];
  const send = async (path: string, token: string, body?: Record<string, unknown>) => {
    sent++;
    const began = performance.now();
    try {
      const answer = await fetch(`${url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (answer.status !== 200) failures.push(`${path}: ${answer.status} ${text}`);
    } catch (error) {
      failures.push(`${path}: ${(error as Error).cause ?? error}`);
    }
    slowestMs = Math.max(slowestMs, performance.now() - began);
  };
  const sendPair = async (card: IssuedCard) => {
    const message = ecommerceMessage(card, ONE_CENT);
    await send('/V2/authorizations/Ecommerce', tokens.network, message);
    await send(`/V2/authorizations/${message.Retrieval_Reference_Number}`, tokens.bank);
  };
  const beganAt = performance.now();
  const sendFor = async (card: IssuedCard, at: number) => {
    const under = new Set<Promise<void>>();
    for (let pairs = 0; !isStopped || sent < atLeast; pairs++) {
      if (perSecond === undefined) await sendPair(card);
      else {
        const dueAt = beganAt + ((pairs * senders + at) * 2_000) / perSecond;
        await delay(Math.max(0, dueAt - performance.now()));
        const pair: Promise<void> = sendPair(card).finally(() => under.delete(pair));
        under.add(pair);
      }
    }
    await Promise.all(under);
  };
  const ended = Promise.all(cards.map(sendFor));
  return {
    failures,
    sent: () => sent,
    more: async (count) => {
      const until = sent + count;
      await vi.waitUntil(() => sent >= until, WITHIN);
    },
    stop: async () => {
      isStopped = true;
      await ended;
      return { sent, slowestMs, perSecond: (sent * 1_000) / (performance.now() - beganAt) };
    },
  };
}

async function tokenOf(url: string, who: string): Promise<string> {
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`demo-${who}:demo-${who}-secret`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
