import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/test-server.ts';
import { hashSecret } from './clients/secret-hash.ts';
import { upsertOauthClient } from './index.ts';

/** The limits of a server without settings for them. */
const USUAL = { CARDWRIGHT_SIGN_INS_PER_SECOND: '100', CARDWRIGHT_SIGN_INS_PER_SECOND_FROM_ADDRESS: '20' };
const CLIENTS = 16;

let limited: TestServer;
let open: TestServer;

beforeAll(async () => {
  [limited, open] = await Promise.all([testServer(USUAL), testServer()]);
  // these clients have a hash of the usual cost, unlike those that every test server starts with
  const client = { kind: 'network', scopes: [] } as const;
  const names = ['costly', 'timed', 'changed', ...Array.from({ length: CLIENTS }, (_, i) => `first-${i}`)];
  for (const client_id of names) {
    await upsertOauthClient(open.db.database, { ...client, client_id, secret: `${client_id}-secret` });
  }
});

afterAll(async () => {
  await Promise.all([limited?.close(), open?.close()]);
});

async function signIn(on: TestServer, clientId: string, secret = `${clientId}-secret`, remoteAddress = '192.0.2.1') {
  const began = performance.now();
  const answer = await on.server.app.inject({
    method: 'POST',
    url: '/oauth2/token',
    payload: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
    remoteAddress,
  });
  const { error } = answer.json();
  const retryAfter = answer.headers['retry-after'];
  return { status: answer.statusCode, error, retryAfter, ms: performance.now() - began };
}

/** Signs in with a wrong secret, again after each 429: on a slow machine, one hash makes the next caller wait. */
async function signInUntilAnswered(clientId: string): Promise<Answered> {
  for (;;) {
    const answer = await signIn(open, clientId, 'wrong');
    if (answer.status !== 429) return answer;
  }
}

type Answered = Awaited<ReturnType<typeof signIn>>;

function count(answers: readonly Answered[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

/** Counts the secrets that this process hashes during the work. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let hashes = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'SCRYPTREQUEST') hashes += 1;
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return hashes;
}

const NOT_NOW = { status: 429, error: 'temporarily_unavailable', retryAfter: 1 };

describe('the limits of token requests', () => {
  it('answer two hundred concurrent requests of one address with a token or with 429 and Retry-After', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => signIn(limited, 'demo-bank', 'demo-bank-secret', '192.0.2.10')),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expect(answer).toMatchObject({ ...NOT_NOW, retryAfter: '1' });
    expect(count(answers, 200)).toBeGreaterThanOrEqual(20);
    expect(refused.length).toBeGreaterThanOrEqual(100);
    expect(await signIn(limited, 'demo-bank', 'demo-bank-secret', '192.0.2.11')).toMatchObject({ status: 200 });
  });

  it('count an IPv6 network of 64 bits as one address', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, host) => signIn(limited, 'nobody', 'x', `2001:db8:1:2::${host.toString(16)}`)),
    );
    expect(count(answers, 429)).toBeGreaterThanOrEqual(20);
  });

  it('also apply to all addresses together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, i) => signIn(limited, 'nobody', 'x', `198.51.100.${i % 250}`)),
    );
    expect(count(answers, 429)).toBeGreaterThanOrEqual(100);
  });
});

describe('a refused sign-in', () => {
  it('of an unknown name costs no hash', async () => {
    expect(await countHashes(() => hashSecret('x', { sandbox: false }))).toBe(1);
    const hashes = await countHashes(() =>
      Promise.all(Array.from({ length: 30 }, (_, i) => signIn(open, `fresh-${i}`, 'wrong'))),
    );
    expect(hashes).toBe(0);
  });

  it('is answered a whole number of seconds after its request, whether the name is known or not, and hashed or not', async () => {
    await signIn(open, 'timed');
    const names = ['no-such-client', 'timed', 'costly', 'ümlaut'];
    const answers = await Promise.all(names.map(signInUntilAnswered));
    for (const { status, ms } of answers) {
      expect(status).toBe(401);
      expect(ms).toBeGreaterThanOrEqual(999);
    }
  });
});

describe('the secret of a client', () => {
  it('is hashed once for all concurrent requests, and not again afterwards', async () => {
    const atOnce: Answered[] = [];
    const afterwards: Answered[] = [];
    const hashes = await countHashes(async () => {
      atOnce.push(...(await Promise.all(Array.from({ length: 20 }, () => signIn(open, 'costly')))));
      for (let i = 0; i < 5; i++) afterwards.push(await signIn(open, 'costly'));
    });
    // while a hash takes long, the requests behind it get 429
    expect(count(atOnce, 200)).toBeGreaterThanOrEqual(1);
    expect(count(atOnce, 200) + count(atOnce, 429)).toBe(20);
    expect(count(afterwards, 200)).toBe(5);
    expect(hashes).toBe(1);
  });

  it('is not accepted from the cache after a change', async () => {
    expect(await signIn(open, 'changed')).toMatchObject({ status: 200 });
    await upsertOauthClient(open.db.database, {
      client_id: 'changed',
      kind: 'network',
      scopes: [],
      secret: 'another one',
    });
    expect(await signIn(open, 'changed')).toMatchObject({ status: 401 });
    expect(await signIn(open, 'changed', 'another one')).toMatchObject({ status: 200 });
  });

  it('waits for few others: sixteen concurrent first sign-ins are answered with a token or 429', async () => {
    const first = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => signIn(open, `first-${i}`)));
    expect(count(first, 200)).toBeGreaterThanOrEqual(1);
    expect(count(first, 429)).toBeGreaterThanOrEqual(1);
    expect(count(first, 200) + count(first, 429)).toBe(CLIENTS);
    for (const answer of first.filter(({ status }) => status === 429)) {
      expect(answer).toMatchObject({ ...NOT_NOW, retryAfter: '1' });
    }
  });
});

// the last test, because its hashes make the server expect slow ones
it('a sign-in beyond the limit of guesses is answered as late as others, whether the name is known or not', async () => {
  const guesses = (clientId: string) =>
    Promise.all(Array.from({ length: 14 }, (_, i) => signIn(open, clientId, `wrong ${i}`, '192.0.2.44')));
  for (const clientId of ['changed', 'no-such-client-either']) {
    const answers = await guesses(clientId);
    expect(count(answers, 429)).toBeGreaterThanOrEqual(1);
    for (const { ms } of answers) expect(ms).toBeGreaterThanOrEqual(999);
  }
});
