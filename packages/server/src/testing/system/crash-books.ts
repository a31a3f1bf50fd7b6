import pg from 'pg';
import { expect, vi } from 'vitest';
import type { ConnectionSettings } from '../../platform/storage/index.ts';
import { type IssuedCard, issueCard, type Sender } from '../cards/issued-cards.ts';
import type { Random } from '../random.ts';
import { WITHIN } from '../within.ts';
import { createLoad, type Load, type Message } from './crash-load.ts';

/** The opening balances in minor units. The last account is soon empty, so that declines are repeated too. */
const OPENINGS = [10_000_000n, 10_000_000n, 10_000_000n, 20_000n];

export async function prepareLoad(server: Sender, random: Random): Promise<{ cards: IssuedCard[]; load: Load }> {
  const cards: IssuedCard[] = [];
  for (const opening of OPENINGS) cards.push(await issueCard(server, { available: `${opening / 100n}.00` }));
  return { cards, load: createLoad(cards, random) };
}

/** Waits until the load has more answers. */
export async function loadRuns(running: { answered(): number }, random: Random): Promise<void> {
  const until = running.answered() + random.from(100, 400);
  await vi.waitUntil(() => running.answered() >= until, WITHIN);
}

/** Compares the clients' records with what is stored: first after the crash, then after everything was sent again. */
export async function checkBooks(
  server: Sender,
  connection: ConnectionSettings,
  load: Load,
  cards: readonly IssuedCard[],
): Promise<void> {
  expect(await missingAnswers(connection, load)).toEqual([]);

  await load.sendAllAgain(server);

  const stored = await readStored(connection);
  expect(load.messages.filter((message) => !isStored(message, stored)).map(({ key }) => key)).toEqual([]);
  // one row for each message: no message was decided twice
  expect(stored.authorizations.length).toBe(load.messages.filter(({ kind }) => kind === 'authorization').length);
  expect(stored.credits.length).toBe(load.messages.filter(({ kind }) => kind === 'credit').length);
  const ours = stored.accounts.filter((row) => cards.some((card) => card.accountNumber === row.account_number));
  expect(ours).toEqual(expectedAccounts(load, cards));
  const codes = stored.authorizations.filter((row) => row.action_code === '00').map((row) => row.approval_code);
  expect(new Set(codes).size).toBe(codes.length);
}

/** Returns the keys of answers that clients received but that are not stored. */
export async function missingAnswers(connection: ConnectionSettings, load: Load): Promise<string[]> {
  const answered = load.messages.filter((message) => message.answer !== undefined);
  const stored = await readStored(connection);
  return answered.filter((message) => !isStored(message, stored)).map(({ key }) => key);
}

interface Stored {
  authorizations: { reference: string; action_code: string; approval_code: string; reserved: string }[];
  clients: { customer_id: string }[];
  credits: { reference: string; amount: string }[];
  accounts: { account_number: string; available: string; reserved: string }[];
}

async function readStored(connection: ConnectionSettings): Promise<Stored> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const rows = async (text: string) => (await client.query(text)).rows;
    return {
      authorizations: await rows(
        `select retrieval_reference::text as reference, action_code, approval_code, reserved_minor::text as reserved
           from authorizations`,
      ),
      clients: await rows('select customer_id from clients'),
      credits: await rows(
        'select transaction_ref_number as reference, amount_minor::text as amount from account_transactions',
      ),
      accounts: await rows(
        `select account_number, available_minor::text as available, reserved_minor::text as reserved from accounts
          order by account_number`,
      ),
    };
  } finally {
    await client.end();
  }
}

/** Whether exactly one row of the message exists, with the content that the client received. */
function isStored(message: Message, stored: Stored): boolean {
  if (message.kind === 'client') return stored.clients.filter((row) => row.customer_id === message.key).length === 1;
  if (message.kind === 'credit') {
    const rows = stored.credits.filter((row) => row.reference === message.key);
    return rows.length === 1 && rows[0]!.amount === String(message.amountMinor);
  }
  const rows = stored.authorizations.filter((row) => row.reference === message.key);
  const answer = JSON.parse(message.answer!) as { Action_Code: string; Approval_Code: string };
  const reserved = answer.Action_Code === '00' ? String(message.amountMinor) : '0';
  const expected = {
    reference: message.key,
    action_code: answer.Action_Code,
    approval_code: answer.Approval_Code,
    reserved,
  };
  return rows.length === 1 && JSON.stringify(rows[0]) === JSON.stringify(expected);
}

/** Computes the accounts from the clients' records only: opening balance plus credits minus approvals. */
function expectedAccounts(load: Load, cards: readonly IssuedCard[]): Stored['accounts'] {
  return cards.map(({ accountNumber }, at) => {
    const own = load.messages.filter((message) => message.accountNumber === accountNumber);
    const sum = (messages: readonly Message[]) => messages.reduce((total, message) => total + message.amountMinor, 0n);
    const approved = sum(own.filter(({ kind, answer }) => kind === 'authorization' && isApproved(answer!)));
    const credited = sum(own.filter(({ kind }) => kind === 'credit'));
    return {
      account_number: accountNumber,
      available: String(OPENINGS[at]! + credited - approved),
      reserved: String(approved),
    };
  });
}

function isApproved(answer: string): boolean {
  return (JSON.parse(answer) as { Action_Code: string }).Action_Code === '00';
}
