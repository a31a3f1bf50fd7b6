import { expect, it } from 'vitest';
import { chunkOf, eachInChunks, inChunks } from './chunks.ts';

it('work in chunks passes the duration of each chunk but the last to the throttle', async () => {
  const order: string[] = [];
  const throttle = async (biteMs: number) => void order.push(biteMs >= 0 ? 'way' : 'nonsense');
  let left = 5;
  const eat = async (most: number) => {
    const done = Math.min(most, left);
    left -= done;
    order.push(`ate ${done}`);
    return done;
  };
  expect(await inChunks(throttle, () => chunkOf(2, eat))).toBe(5);
  expect(order).toEqual(['ate 2', 'way', 'ate 2', 'way', 'ate 1']);
});

it('a full chunk is followed by another one, which may be empty', async () => {
  let callCount = 0;
  expect(
    await inChunks(
      async () => {},
      () => chunkOf(2, async () => (++callCount === 1 ? 2 : 0)),
    ),
  ).toBe(2);
  expect(callCount).toBe(2);
});

it('each item is a chunk, in order, and an empty list has no chunk', async () => {
  const order: string[] = [];
  const throttle = async () => void order.push('way');
  const work = async (item: string) => order.push(item);
  expect(await eachInChunks(throttle, [], work)).toBe(0);
  expect(order).toEqual([]);
  await eachInChunks(throttle, ['a', 'b', 'c'], work);
  expect(order).toEqual(['a', 'way', 'b', 'way', 'c']);
});

it('work stops at the first failure', async () => {
  const failing = inChunks(
    async () => {},
    async () => {
      throw new Error('broken');
    },
  );
  await expect(failing).rejects.toThrow('broken');
});
