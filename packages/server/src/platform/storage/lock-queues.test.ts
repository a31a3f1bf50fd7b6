import { describe, expect, it, vi } from 'vitest';
import { ClientDisconnected } from '../kernel/concurrency/client-disconnected.ts';
import { Overloaded } from '../kernel/concurrency/overloaded.ts';
import { createLockQueues, type TransactionLocks } from './lock-queues.ts';
import type { Statement } from './statement.ts';

const LONGEST_MS = 1_000;
const lockCard: Statement = { name: 'test.lock-card', text: '', locks: { kind: 'card', by: [1, 2] } };
const lockList: Statement = { name: 'test.lock-list', text: '', locks: { kind: 'list', by: [1, 2] } };
const shareCard: Statement = { name: 'test.share-card', text: '', locks: { kind: 'card', by: [1, 2], isShared: true } };
const readCard: Statement = { name: 'test.read-card', text: '' };
const CARD = ['DEMO', 7n];

/** Takes the card, or waits for it, and then records the name. */
async function takeCard(locks: TransactionLocks, order: string[], name: string): Promise<void> {
  while (!locks.take(lockCard, CARD)) await locks.wait();
  order.push(name);
}

describe('transactions that lock the same object', () => {
  it('are granted first come, first served, and leave nothing behind', async () => {
    const queues = createLockQueues(LONGEST_MS);
    const order: string[] = [];
    const all = Array.from({ length: 4 }, () => queues.open());
    const taken = all.map((locks, index) => takeCard(locks, order, `${index}`));
    await taken[0];
    expect(queues.counts()).toEqual({ objects: 1, waiting: 3 });
    for (const [index, locks] of all.entries()) {
      await taken[index];
      locks.release();
    }
    expect(order).toEqual(['0', '1', '2', '3']);
    expect(queues.counts()).toEqual({ objects: 0, waiting: 0 });
  });

  it('do not wait for another tenant, another kind or a statement that locks nothing', () => {
    const queues = createLockQueues(LONGEST_MS);
    const [first, second] = [queues.open(), queues.open()];
    expect(first.take(lockCard, CARD)).toBe(true);
    expect(first.take(lockCard, CARD)).toBe(true);
    expect(second.take(readCard, CARD)).toBe(true);
    expect(second.take(lockList, CARD)).toBe(true);
    expect(second.take(lockCard, ['OTHER', 7n])).toBe(true);
    expect(second.take(lockCard, CARD)).toBe(false);
  });

  it('with a shared lock only wait for an exclusive lock, and block no other transaction', async () => {
    const queues = createLockQueues(LONGEST_MS);
    const [exclusive, ...sharing] = [queues.open(), queues.open(), queues.open()];
    expect(sharing.map((locks) => locks.take(shareCard, CARD))).toEqual([true, true]);
    expect(exclusive!.take(lockCard, CARD)).toBe(true);
    expect(exclusive!.take(shareCard, CARD)).toBe(true);
    expect(sharing.map((locks) => locks.take(shareCard, CARD))).toEqual([false, false]);
    const waits = Promise.all(sharing.map((locks) => locks.wait()));
    exclusive!.release();
    await waits;
    expect(queues.counts().objects).toBe(0);
    expect(sharing.map((locks) => locks.take(shareCard, CARD))).toEqual([true, true]);
  });

  it('do not deadlock', async () => {
    const queues = createLockQueues(LONGEST_MS);
    const [first, second] = [queues.open(), queues.open()];
    expect([first.take(lockCard, CARD), second.take(lockList, CARD)]).toEqual([true, true]);
    expect([first.take(lockList, CARD), second.take(lockCard, CARD)]).toEqual([false, false]);
    const firstEnds = first.wait().then(() => first.release());
    await second.wait();
    second.release();
    await firstEnds;
    expect(queues.counts().objects).toBe(0);
  });
});

describe('a transaction that waits', () => {
  it('is refused at once if 256 wait already', async () => {
    const queues = createLockQueues(LONGEST_MS);
    const holder = queues.open();
    holder.take(lockCard, CARD);
    const wait = () => {
      const patient = queues.open();
      patient.take(lockCard, CARD);
      return patient.wait().finally(() => patient.release());
    };
    const waiting = Array.from({ length: 256 }, wait);
    await expect(wait()).rejects.toThrow(Overloaded);
    holder.release();
    await Promise.all(waiting);
    expect(queues.counts().objects).toBe(0);
  });

  it('is refused after the longest wait, and leaves the queue if its client disconnects', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const queues = createLockQueues(LONGEST_MS);
    const [holder, patient, leaving] = [queues.open(), queues.open(), queues.open()];
    holder.take(lockCard, CARD);
    const caller = new AbortController();
    for (const locks of [patient, leaving]) locks.take(lockCard, CARD);
    const refused = expect(patient.wait()).rejects.toThrow(Overloaded);
    const left = expect(leaving.wait(caller.signal)).rejects.toThrow(ClientDisconnected);
    caller.abort();
    await left;
    expect(queues.counts()).toEqual({ objects: 1, waiting: 1 });
    await vi.advanceTimersByTimeAsync(LONGEST_MS);
    await refused;
    vi.useRealTimers();
    expect(queues.counts()).toEqual({ objects: 1, waiting: 0 });
    holder.release();
    expect(queues.counts().objects).toBe(0);
  });
});
