import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { PARTNER_ADVICE } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileFolder } from '../../../server/src/testing/file-resources.ts';
import { runCommand, startCommand } from '../../../server/src/testing/system/command.ts';
import { cleanUp, dataFolder, type ServerProcess } from '../../../server/src/testing/system/server-process.ts';
import { startSandbox } from '../../../server/src/testing/system/start-sandbox.ts';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { EVENTS } from './triggered-events.ts';

const folder = dataFolder();
let server: ServerProcess;
const home = fileFolder();
beforeAll(async () => {
  server = await startSandbox({ CARDWRIGHT_DATA_DIR: folder });
  await json('login', '--sandbox', '--url', server.url);
});
afterAll(async () => {
  await cleanUp([server], folder);
});

// biome-ignore lint/suspicious/noExplicitAny: responses have many shapes
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await runCommand([...args, '--json'], environment());
  expect({ code, stderr }, args.join(' ')).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

const environment = () => ({ XDG_CONFIG_HOME: home });
const asAcquirer = () => ({
  CARDWRIGHT_URL: server.url,
  CARDWRIGHT_CLIENT_ID: 'demo-acquirer',
  CARDWRIGHT_CLIENT_SECRET: 'demo-acquirer-secret',
});

/** Collects the output of `listen`, or of another command that follows something, until it ends. */
async function listening(env: Record<string, string>, command: readonly string[] = ['listen']) {
  const { child, ended } = startCommand([...command, '--json'], env);
  const deliveries: { event: string; id: string; type: string; body: string; stream: string }[] = [];
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => {
    const lines = (text + part).split('\n');
    text = lines.pop() ?? '';
    deliveries.push(...lines.map((line) => JSON.parse(line)));
  });
  await once(child.stdout as Readable, 'data');
  const end = () => {
    child.kill('SIGINT');
    return ended;
  };
  return { deliveries, end };
}

/** `TD:6` for a TD with the indicator 6. */
function nameOf({ type, body }: { type: string; body: string }): string {
  const [, indicator] = /"tokenEventIndicator":"(\d)"/.exec(body) ?? [];
  return type === 'TD' ? `TD:${indicator}` : type;
}

describe('cardwright trigger', () => {
  it('triggers every event of a bank without a decision partner, and listen receives each of them', async () => {
    const { deliveries, end } = await listening(environment());
    try {
      for (const event of Object.keys(EVENTS).filter((each) => each !== 'merchant.status')) {
        const { notifications } = await json('trigger', event);
        const expected = event === 'TD' ? 'TD:6' : event;
        expect(notifications.at(-1)).toBe(expected);
        const arrived = () => deliveries.filter((each) => each.event === 'delivery').map(nameOf);
        await vi.waitFor(() => expect(arrived()).toEqual(expect.arrayContaining(notifications)), WITHIN);
        deliveries.length = 0;
      }
    } finally {
      await end();
    }
  });

  it('reports that an advice has no trigger, because only a decision partner causes it', async () => {
    const { code, stderr } = await runCommand(['trigger', PARTNER_ADVICE], environment());
    expect(code).toBe(2);
    expect(stderr).toContain('authorization.advice has no trigger');
  });

  it('onboards a merchant, and a listening acquirer receives its status', async () => {
    const { deliveries, end } = await listening(asAcquirer());
    try {
      const { merchantId } = await json('trigger', 'merchant.status');
      await vi.waitFor(() => expect(deliveries.some(({ body }) => body?.includes(merchantId))).toBe(true), WITHIN);
    } finally {
      await end();
    }
  });
});

describe('cardwright events tail', () => {
  it('prints the events of a prefix, including earlier ones', async () => {
    // Events of changes are published only to subscribers, and `listen` does not subscribe to them by default.
    const listener = await listening(environment(), ['listen', '--events', 'token.*']);
    try {
      await json('trigger', 'TC');
      const tail = await listening(environment(), [
        ...['events', 'tail', '--type', 'token.*', '--since', '2020-01-01T00:00:00Z'],
      ]);
      const types = () => tail.deliveries.map(({ type }) => type);
      await vi.waitFor(() => expect(types()).toEqual(expect.arrayContaining(['token.provisioned'])), WITHIN);
      expect(types().every((type) => type.startsWith('token.'))).toBe(true);
      expect(tail.deliveries.find(({ type }) => type === 'token.provisioned')?.stream).toMatch(/^update:token:/);
      await tail.end();
    } finally {
      await listener.end();
    }
  });
});

describe('cardwright events resend', () => {
  it('resends one event under its id, or all events since a time', async () => {
    const { deliveries, end } = await listening(environment());
    try {
      const since = (await json('clock')).now;
      await json('trigger', 'authorization.approved');
      const ids = () => deliveries.filter(({ type }) => type === 'authorization.approved').map(({ id }) => id);
      await vi.waitFor(() => expect(ids()).toHaveLength(1), WITHIN);
      const [id = ''] = ids();
      await vi.waitFor(async () => {
        expect((await json('events', 'resend', id)).resent).toMatchObject([{ replayed: 1 }]);
      }, WITHIN);
      await vi.waitFor(() => expect(ids()).toEqual([id, id]), WITHIN);
      await vi.waitFor(async () => {
        const { resent } = await json('events', 'resend', '--since', since);
        expect(resent).toEqual(expect.arrayContaining([expect.objectContaining({ replayed: 1 })]));
      }, WITHIN);
      await vi.waitFor(() => expect(ids()).toEqual([id, id, id]), WITHIN);
    } finally {
      await end();
    }
  });

  it('requires an id or a time', async () => {
    const { code, stderr } = await runCommand(['events', 'resend'], environment());
    expect([code, stderr]).toEqual([2, 'cardwright: specify either the ID of an event or --since\n']);
  });
});
