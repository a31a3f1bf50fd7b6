import { describe, expect, it } from 'vitest';
import { routeLanes } from './lane-routing.ts';

describe('the lanes of a machine', () => {
  it.each([
    [2, 1, [2], ['0/0', '0/0', '0/0', '0/0', '0/0', '0/1']],
    [2, 2, [1, 1], ['0/0', '0/0', '0/0', '0/0', '0/0', '1/0']],
    // a process without lanes of its own has one for unknown cards
    [2, 4, [1, 1, 1, 1], ['0/0', '0/0', '0/0', '0/0', '0/0', '1/0']],
    [5, 2, [3, 2], ['0/0', '1/1', '0/0', '1/1', '1/0', '0/1']],
  ])('are %i in all: %i processes have %j of them', (laneCount, count, here, of) => {
    const places = Array.from({ length: count }, (_, place) => routeLanes(laneCount, { place, count }));
    expect(places.map((one) => one.here)).toEqual(here);
    // all processes agree on the place of an account
    for (const one of places) {
      // the accounts are in buckets 0, 158, 60, 218, 6 and 97
      const places = [0n, 1n, 2n, 3n, 1000n, 65_535n].map(one.of);
      expect(places.map(({ process, lane }) => `${process}/${lane}`)).toEqual(of);
    }
  });

  it('are one for each shard on Citus, all of them in every process, whichever process first gets a message of an account', () => {
    // buckets from 128 on are in the second shard
    const nodes = { shardCount: 2, shardOf: (bucket: number) => Math.floor(bucket / 128) };
    for (const place of [0, 1]) {
      const places = routeLanes(5, { place, count: 2 }, nodes);
      expect(places.here).toBe(2);
      // the accounts are in buckets 0, 158, 60 and 218
      expect([0n, 1n, 2n, 3n].map(places.of)).toEqual([
        { process: 0, lane: 0 },
        { process: 1, lane: 1 },
        { process: 0, lane: 0 },
        { process: 1, lane: 1 },
      ]);
    }
  });
});
