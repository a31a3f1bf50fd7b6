import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../source-tree.ts';
import { blocksOf, GUIDES, REFERENCE_PAGES } from './guide-blocks.ts';

const PAGES = [...GUIDES, ...REFERENCE_PAGES];
/** Every block that no test runs, with its reason. The list may only shrink, or must state why it grows. */
const NOT_RUN: readonly string[] = [
  'docs/guides/connect-your-switch.md: needs Python 3',
  'docs/guides/connect-your-switch.md: needs Python 3',
  'docs/guides/connect-your-switch.md: needs the port for ISO 8583, which npm start opens',
  'docs/guides/connect-your-switch.md: the test starts a server itself',
  'docs/start/bank.md: the test starts a server itself',
  'docs/start/operator.md: the test starts a server itself',
  'docs/start/operator.md: the test stops its server itself',
  'docs/guides/ask-your-own-system.md: both run until they are stopped',
  'docs/guides/configuration-as-code.md: a pipeline runs it',
  'docs/guides/go-to-production.md: needs a database with verified TLS, and a public name',
  'docs/guides/go-to-production.md: needs the settings above',
  'docs/guides/prove-a-decision.md: needs a decision of your own',
  'docs/guides/prove-a-decision.md: needs a head of your own',
  'docs/guides/prove-a-decision.md: needs a proof of your own',
  'docs/guides/test-without-us.md: the test starts a server itself',
  'README.md: the test starts a server itself',
  'README.md: the test starts a server itself',
  'CONTRIBUTING.md: these run the tests, and what is tested for hours',
  'CONTRIBUTING.md: a debugger is attached by a person',
  'docs/embossing.md: needs the private key of a bureau; packages/cli/src/emboss.slow.test.ts decrypts such a file',
  'docs/interface/rules.md: it needs a rule file; packages/cli/src/rules/prove-rule.slow.test.ts does it',
  'docs/interface/rules.md: two callers, and a backtest between them; packages/cli/src/rules/rules.slow.test.ts does it',
  'docs/operate/backup.md: needs an empty machine with PostgreSQL',
  'docs/operate/backup.md: needs the address of a database that archives',
  'docs/operate/backup.md: settings of the database, as its superuser',
  'docs/operate/deploy.md: installs on the machine itself',
  'docs/operate/deploy.md: needs a cluster',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers',
  'docs/operate/deploy.md: needs an engine for containers, and a registry',
  'docs/operate/event-feed.md: needs DuckDB',
  'docs/operate/first-day.md: needs the public address of a deployment',
  'docs/operate/in-front.md: needs HAProxy',
  'docs/operate/in-front.md: needs nginx',
  'docs/operate/logs.md: needs Fluent Bit',
  'docs/operate/logs.md: needs Vector',
  'docs/operate/production.md: needs a database with verified TLS, and a public name',
  'docs/operate/release.md: needs root, mmdebstrap and a mirror of Debian',
  'docs/operate/sizes.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/operate/upgrade.md: builds an earlier revision, which takes minutes',
  'docs/operate/upgrade.md: needs a deployment to upgrade',
  'docs/operate/upgrade.md: needs a deployment to upgrade',
  'docs/operate/upgrade.md: needs two machines',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/patroni.md: needs machines for a cluster of PostgreSQL, which patroni.slow.test.ts has on one',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
  'docs/performance.md: it measures, for minutes, on a machine that has nothing else to do',
];

it('every block of the documents that does not run is on the list, with its reason', () => {
  const blocks = PAGES.flatMap(blocksOf).filter(({ kind }) => kind === 'not run');
  expect(GUIDES).toHaveLength(19);
  expect(blocks.map(({ page, reason }) => `${page}: ${reason}`).sort()).toEqual(NOT_RUN.toSorted());
});

it('every test that a document names for a block exists', () => {
  const named = PAGES.flatMap(blocksOf).flatMap(({ testedBy }) => testedBy ?? []);
  expect(named.filter((path) => !/\.test\.ts$/.test(path) || !existsSync(join(ROOT, path)))).toEqual([]);
  expect(named).not.toEqual([]);
});
