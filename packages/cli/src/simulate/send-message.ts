import { randomInt } from 'node:crypto';
import { callSandbox } from '../sandbox/call-sandbox.ts';
import type { SandboxClient } from '../sandbox/sandbox-client.ts';
import type { UsableCard } from './card-to-use.ts';
import type { NetworkMessage } from './network-connection.ts';
import { networkMessage } from './network-message.ts';

export interface Payment {
  /** A decimal string in the currency of the account. */
  readonly amount: string;
  readonly mcc: string;
  /** The country of the merchant. Default: the country of the bank. */
  readonly country?: string | undefined;
  /** Overrides for fields of the message. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** Sends an e-commerce message with a new retrieval reference number, at the time of the sandbox. */
export async function sendMessage(sandbox: SandboxClient, card: UsableCard, payment: Payment) {
  return await sandbox.client.authorizations.ecommerce((await newMessage(sandbox, card, payment)) as never);
}

export async function newMessage(
  { url, fixtures }: Pick<SandboxClient, 'url' | 'fixtures'>,
  card: UsableCard,
  payment: Payment,
): Promise<NetworkMessage> {
  const { now } = await callSandbox<{ now: string }>(url, '/sandbox/clock');
  const rrn = String(randomInt(1e11, 1e12 - 1));
  const { amount, mcc, country = fixtures.bank.country, fields } = payment;
  const message = networkMessage({ ...card, amount, mcc, country, at: new Date(now), rrn, stan: rrn.slice(-6) });
  return { ...message, ...fields };
}
