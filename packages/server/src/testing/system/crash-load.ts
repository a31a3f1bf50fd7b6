import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { authorize, clientBody, ecommerceMessage, type IssuedCard, type Sender } from '../cards/issued-cards.ts';
import type { Random } from '../random.ts';
import type { Answer } from '../test-server.ts';

/** Workers that send authorizations; as many others send envelopes. Each always has one request under way. */
const WORKERS = 12;
const PAUSE_MS = 5;

interface Outcome {
  /** The part that must never change: the whole flat answer, or the code and body of an envelope. */
  readonly text: string;
  readonly replayed: boolean;
}

/** A message that can be repeated, and that has one correct answer once it was answered. */
export interface Message {
  readonly kind: 'authorization' | 'client' | 'credit';
  /** The key of its row: reference, customer id, or transaction reference. */
  readonly key: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  send(to: Sender): Promise<Outcome | 'unavailable'>;
  answer?: string;
}

export interface Load {
  readonly messages: Message[];
  /** Answers that said "try again later", by kind of message. */
  readonly unavailable: { authorization: number; envelope: number };
  /** Sends continuously until it is stopped, or until the server is gone. Resolves when nothing is under way. */
  run(to: Sender): { readonly answered: () => number; stop(): Promise<void> };
  /** Sends every message again; answered messages must get the same answer. */
  sendAllAgain(to: Sender): Promise<void>;
}

export function createLoad(cards: readonly IssuedCard[], random: Random): Load {
  const messages: Message[] = [];
  const unavailable = { authorization: 0, envelope: 0 };

  const sendOne = async (to: Sender, message: Message) => {
    const outcome = await message.send(to);
    if (outcome === 'unavailable') {
      unavailable[message.kind === 'authorization' ? 'authorization' : 'envelope']++;
      return;
    }
    const { answer } = message;
    if (answer !== undefined) expect(outcome).toEqual({ text: answer, replayed: true });
    message.answer = outcome.text;
  };

  return {
    messages,
    unavailable,
    run(to) {
      let stopped = false;
      let answered = 0;
      const work = async (make: () => Message) => {
        while (!stopped) {
          const message = make();
          messages.push(message);
          try {
            await sendOne(to, message);
            // networks repeat a message until there is an answer
            while (message.answer === undefined && !stopped) {
              await delay(PAUSE_MS);
              await sendOne(to, message);
            }
          } catch (error) {
            // undici reports a broken or refused connection like this: the server is gone
            if (error instanceof TypeError && error.message === 'fetch failed') return;
            throw error;
          }
          if (message.answer !== undefined) answered++;
        }
      };
      const authorizing = Array.from({ length: WORKERS }, () => work(() => authorization(random, cards)));
      const others = Array.from({ length: WORKERS }, (_, at) =>
        work(() => (at % 2 === 0 ? client(random) : credit(random, cards))),
      );
      const ended = Promise.all([...authorizing, ...others]);
      ended.catch(() => {});
      return {
        answered: () => answered,
        stop: async () => {
          stopped = true;
          await ended;
        },
      };
    },
    async sendAllAgain(to) {
      const waiting = [...messages];
      const work = async () => {
        for (let message = waiting.pop(); message !== undefined; message = waiting.pop()) {
          await sendOne(to, message);
          expect(message.answer).toBeDefined();
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, work));
    },
  };
}

let made = 0;

function authorization(random: Random, cards: readonly IssuedCard[]): Message {
  const card = random.pick(cards);
  const minor = random.from(1, 5_000);
  const amount = String(minor).padStart(12, '0');
  const sent = ecommerceMessage(card, { Transaction_Amount: amount, Transaction_Amount_Cardholder_Billing: amount });
  return {
    kind: 'authorization',
    key: String(sent.Retrieval_Reference_Number),
    accountNumber: card.accountNumber,
    amountMinor: BigInt(minor),
    send: async (to) => {
      const answer = await authorize(to, sent);
      if (answer.status === 200) return toOutcome(answer, answer.text);
      // 504 if its commit was under way
      expect(answer.status).toBe(answer.headers.outcome === 'unknown' ? 504 : 503);
      expect([answer.json.Action_Code, answer.json.Approval_Code]).toEqual(['91', '      ']);
      return 'unavailable';
    },
  };
}

function client(random: Random): Message {
  const customerId = `CRASH-${++made}`;
  const body = clientBody(customerId, { card_name: `HOLDER ${random.from(1, 999)}` });
  return envelope('client', 'clients.create-client', customerId, body, '', 0);
}

function credit(random: Random, cards: readonly IssuedCard[]): Message {
  const { accountNumber } = random.pick(cards);
  const minor = random.from(1, 300);
  const reference = `CREDIT-${++made}`;
  const body = {
    account_identifier_id: accountNumber,
    account_identifier_type: 'CONTRACT_NUMBER',
    transaction: {
      transaction_code: 'CREDIT',
      transaction_date: '2026-11-20',
      amount: `${Math.floor(minor / 100)}.${String(minor % 100).padStart(2, '0')}`,
      currency: 'AED',
      transaction_ref_number: reference,
    },
  };
  return envelope('credit', 'accounts.post-transaction', reference, body, accountNumber, minor);
}

function envelope(
  kind: Message['kind'],
  operation: string,
  key: string,
  body: unknown,
  accountNumber: string,
  minor: number,
): Message {
  const header = { msg_id: `C${String(made).padStart(11, '0')}` };
  return {
    kind,
    key,
    accountNumber,
    amountMinor: BigInt(minor),
    send: async (to) => {
      const answer = await to.envelope(operation, body, { header });
      const { error_code: code } = answer.exception;
      if (code === '000') return toOutcome(answer.http, JSON.stringify(answer.body));
      expect([answer.http.status, code, answer.header.msg_id]).toEqual([503, '902', header.msg_id]);
      return 'unavailable';
    },
  };
}

function toOutcome(answer: Answer, text: string): Outcome {
  return { text, replayed: answer.headers['idempotent-replayed'] === 'true' };
}
