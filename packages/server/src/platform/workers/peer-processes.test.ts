import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WITHIN } from '../../testing/within.ts';
import { openPeerProcesses, type PeerProcesses } from './peer-processes.ts';

let folder: string;
let addresses: string[];
let opened: PeerProcesses[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cardwright-peers-'));
  addresses = [0, 1, 2].map((place) => join(folder, `${place}.sock`));
  opened = await Promise.all(addresses.map((address, place) => openPeerProcesses({ place, count: 3, address })));
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await rm(folder, { recursive: true, force: true });
});

const requesterOf = (from: number, to: number) => vi.waitUntil(() => opened[from]!.requesterOf(to), WITHIN);

describe('connected workers', () => {
  beforeEach(() => {
    for (const [place, one] of opened.entries()) {
      one.answer(async (text) => `${place} answers ${text}`);
      one.meet(addresses);
    }
  });

  it('respond to each other, one response for each request, and never call themselves', async () => {
    const [first, second] = [await requesterOf(0, 1), await requesterOf(2, 1)];
    const texts = Array.from({ length: 500 }, (_, at) => `{"é":${at}}\t${'x'.repeat(at)}`);
    expect(await Promise.all(texts.map((text) => first(text)))).toEqual(texts.map((text) => `1 answers ${text}`));
    expect(await Promise.all([second('a'), first('b')])).toEqual(['1 answers a', '1 answers b']);
    expect(opened[1]!.requesterOf(1)).toBeUndefined();
  });

  it('send each request to a peer that serves its topic', async () => {
    opened[1]!.answer(async (text) => `streams: ${text}`, 'streams');
    const send = await requesterOf(0, 1);
    expect(await Promise.all([send('one'), send('two', 'streams')])).toEqual(['1 answers one', 'streams: two']);
  });

  it('stop calling a peer that leaves, and receive the responses to earlier requests', async () => {
    const send = await requesterOf(0, 1);
    const letAnswer: (() => void)[] = [];
    opened[1]!.answer((text) => new Promise((resolve) => letAnswer.push(() => resolve(`late ${text}`))));
    const answer = send('one');
    await vi.waitUntil(() => letAnswer.length === 1, WITHIN);
    const closed = opened[1]!.close();
    await vi.waitUntil(() => opened[0]!.requesterOf(1) === undefined, WITHIN);
    letAnswer[0]!();
    expect(await answer).toBe('late one');
    await closed;
    expect(await (await requesterOf(0, 2))('two')).toBe('2 answers two');
  });

  it('receive an error if the peer fails before it responds', async () => {
    const send = await requesterOf(0, 1);
    opened[1]!.answer(() => Promise.reject(new Error('failed')));
    await expect(send('one')).rejects.toThrow('the called worker has exited');
  });

  it('call a peer again after its connection broke, because it may still run', async () => {
    const send = await requesterOf(0, 1);
    opened[1]!.answer(() => Promise.reject(new Error('failed')));
    await expect(send('one')).rejects.toThrow('the called worker has exited');
    opened[1]!.answer(async (text) => `1 answers ${text}`);
    const again = await vi.waitUntil(() => opened[0]!.requesterOf(1), { timeout: 10_000 });
    expect(await again('two')).toBe('1 answers two');
  });

  it('stop calling a peer that is silent for half a second, and call it again after a response', async () => {
    const send = await requesterOf(0, 1);
    const letAnswer: (() => void)[] = [];
    opened[1]!.answer((text) => new Promise((resolve) => letAnswer.push(() => resolve(text))));
    const answer = send('one');
    await vi.waitUntil(() => letAnswer.length === 1 && opened[0]!.requesterOf(1) === undefined, WITHIN);
    letAnswer[0]!();
    expect(await answer).toBe('one');
    expect(opened[0]!.requesterOf(1)).toBeDefined();
  });

  it('call the new worker of a place after a replacement', async () => {
    await requesterOf(0, 1);
    opened[0]!.meet([addresses[0], addresses[2], undefined]);
    expect(await (await requesterOf(0, 1))('who')).toBe('2 answers who');
    expect(opened[0]!.requesterOf(2)).toBeUndefined();
  });
});
