import { describe, expect, it } from 'vitest';
import { findWaitsUnderLocks, type LockedCodeRules } from './locked-code.ts';
import { isForTests, SERVER, sourceOf, sourcesUnder } from './source-tree.ts';

const ADVICE = `Between the lock of an account and the commit nothing is waited for but the database, as authorizations of the account
wait that long. Do it before the lock, or after the commit (implementRestInTwoSteps). A function that is handed in is listed in
handedIn, with the function that makes it, so that it is read too.`;

const shipped = sourcesUnder(SERVER).filter(({ path }) => !isForTests(path));

const STATEMENT = /const (\w+) = statement\(\s*'[^']+',\s*`([^`]*)`/g;
/** Statements that lock rows of accounts, by the names of their consts. */
const lockStatements = shipped.flatMap(({ text }) =>
  [...text.matchAll(STATEMENT)]
    .filter(([, , sql = '']) => /\baccounts\b.*\bfor (no key )?update\b/s.test(sql))
    .map(([, name = '']) => name),
);

const RULES: LockedCodeRules = {
  lockStatements: new Set(lockStatements),
  callbacks: {
    command: `${SERVER}/issuing/authorization/batch/lane-connection.ts#command`,
    compare: `${SERVER}/issuing/rules/promises/promise-guard.ts#compare`,
    compareChange: `${SERVER}/issuing/rules/compare-changes.ts#comparisonOfChanges`,
    enqueue: `${SERVER}/platform/outbox/messages/enqueue.ts#createEnqueue`,
    event: [
      `${SERVER}/issuing/cards/card-events.ts#creationEvent`,
      `${SERVER}/issuing/restrictions/restriction-event.ts#restrictionEvent`,
      `${SERVER}/issuing/rules/rule-event.ts#writtenEvent`,
    ],
    findByNumber: `${SERVER}/platform/vault/find-by-number.ts#findByNumber`,
    makeChange: `${SERVER}/platform/operation/change-gate.ts#makeChange`,
    onStatusChange: `${SERVER}/issuing/tokens/follow-card-status.ts#followCardStatus`,
    onNewPlastic: `${SERVER}/issuing/embossing/queue-store.ts#queuePlastic`,
    onReissue: `${SERVER}/host/assembly/operations.ts#onReissue`,
    publish: `${SERVER}/platform/outbox/messages/publish-changes.ts#createChangePublisher`,
    readBasis: `${SERVER}/issuing/rules/promises/promise-guard.ts#readBasis`,
    readProducts: `${SERVER}/issuing/authorization/analysis/read-product.ts#readProducts`,
    readSubscriptions: `${SERVER}/platform/outbox/messages/publish-changes.ts#createChangePublisher`,
    refresh: `${SERVER}/platform/vault/key-ring.ts#refresh`,
    store: `${SERVER}/platform/vault/open-vault.ts#store`,
    writeLast: `${SERVER}/platform/operation/audit-trail.ts#writeLast`,
  },
  transactions: new Set([
    'implementEnvelope',
    'implementRest',
    'implementRestInTwoSteps',
    'implementRestWithReader',
    'runWork',
    'transaction',
  ]),
  enders: new Set(['rehearse', 'runBatch']),
  // The runner calls its functions through `run`.
  mayLock: { name: 'run', folder: `${SERVER}/platform/operation/` },
};

/** Returns the findings if a file contained different text. */
function violationsWith(file: string, ...[what, other]: [string, string]): string[] {
  const path = `${SERVER}/${file}`;
  const planted = shipped.map((one) => {
    if (one.path !== path) return one;
    if (!one.text.includes(what)) throw new Error(`${path} does not say: ${what}`);
    return sourceOf(path, one.text.replace(what, other));
  });
  return findWaitsUnderLocks(planted, RULES).map((violation) => violation.replace(`${SERVER}/`, ''));
}

const SLEEP = `import { setTimeout as sleep } from 'node:timers/promises';\n`;

describe('code that has locked an account', () => {
  it('waits only for the database until it commits', () => {
    expect([...lockStatements].sort()).toEqual(['lockAccountStatement', 'lockAccounts', 'lockIfFree']);
    expect(findWaitsUnderLocks(shipped, RULES), ADVICE).toEqual([]);
  });

  it.each([
    [
      'in the operation',
      'issuing/accounts/post-transaction.ts',
      'const available = await moveFunds',
      'await fetch(rates);\nconst available = await moveFunds',
      'await fetch(rates)',
    ],
    [
      'in a function that it calls',
      'issuing/cards/replace-card.ts',
      'await moveExpiry(',
      'await setTimeout(5);\nawait moveExpiry(',
      'setTimeout(5)',
    ],
    [
      'in an argument',
      'issuing/embossing/queue-store.ts',
      'await tx.query(',
      'await mail.send();\nawait tx.query(',
      'mail.send()',
    ],
    [
      'in the runner after it',
      'platform/operation/run-work.ts',
      'if (outcome.commit)',
      'await response;\nif (outcome.commit)',
      'response',
    ],
    [
      'in a batch',
      'issuing/authorization/batch/store-decisions.ts',
      'const results = await awaitAll(queries);',
      'const results = await new Promise(later);',
      'new Promise(later)',
    ],
    [
      'before it in a loop',
      'issuing/authorization/reservations/expire-reservations.ts',
      'if (expiredCount > 0',
      'await disk.sync();\nif (expiredCount > 0',
      'disk.sync()',
    ],
  ])('is reported if it waits for something else %s', (_where, file, what, other, expected) => {
    const violations = violationsWith(file, what, other);
    expect(violations).toEqual([expect.stringContaining(expected.replace(/^await /, ''))]);
    expect(violations[0]).toMatch(new RegExp(`^${file}:\\d+ `));
  });

  it('is reported if it waits through a module of Node, under any import name', () => {
    const file = 'issuing/tokens/move-token.ts';
    expect(violationsWith(file, `import { randomUUID }`, `${SLEEP}import { randomUUID }`)).toEqual([]);
    const text = `${SLEEP}export const pause = () => sleep(5);`;
    const planted = shipped.map((one) =>
      one.path.endsWith('issuing/tokens/token.ts') ? sourceOf(one.path, one.text + text) : one,
    );
    const calling = planted.map((one) =>
      one.path.endsWith(file)
        ? sourceOf(
            one.path,
            `import { pause } from './token.ts';\n${one.text.replace('const notification', 'await pause();\nconst notification')}`,
          )
        : one,
    );
    expect(findWaitsUnderLocks(calling, RULES)).toEqual([expect.stringMatching(/tokens\/token\.ts:\d+ sleep\(5\)$/)]);
  });

  it('may wait before it locks', () => {
    const before = 'const account = accountId === undefined';
    expect(violationsWith('issuing/accounts/post-transaction.ts', before, `await fetch(rates);\n${before}`)).toEqual(
      [],
    );
  });
});
