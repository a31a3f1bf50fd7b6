import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileServer } from '../../../server/src/testing/test-server.ts';
import { readCorpus } from './corpus.ts';
import { tryInput } from './examine.ts';
import { createWorld, type FuzzWorld } from './fuzz-world.ts';
import { judgeLine } from './judge-answers.ts';
import { RawConnection } from './raw-connection.ts';

let world: FuzzWorld;
let connection: RawConnection;
const server = fileServer({}, { screensAutomatically: true });
beforeAll(async () => {
  await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.app.server.address() as AddressInfo;
  world = await createWorld({ host: '127.0.0.1', port }, { seed: 1, isSmall: true });
  connection = new RawConnection({ host: '127.0.0.1', port });
});
afterAll(async () => {
  connection?.close();
});

describe('an input that once caused a fault', () => {
  it.each(readCorpus().map((entry) => [entry.name, entry] as const))(
    'gets a response that the contract allows, in time, without a card number in response or log: %s',
    async (_name, { input }) => {
      const before = server.logs.length;
      const { verdict } = await tryInput(world, connection, input);
      // Ignores slow answers, because the machine may be busy.
      expect(verdict?.mayBeLoad === true ? undefined : verdict).toBeUndefined();
      const lines = server.logs.slice(before).map((line) => judgeLine(world, line));
      expect(lines.filter((problem) => problem !== undefined)).toEqual([]);
    },
  );
});
