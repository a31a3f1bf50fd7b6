import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ListSizes } from './seeds/seed-lists.ts';

/** The subjects of measurements. */
const SUBJECTS = [
  'echo',
  'usual',
  'product',
  'controlled',
  'plain-rows',
  'audited',
  'pgbench',
  'half-load',
  'notifications',
  'onboarding',
  'lists',
  'backtest',
  'own',
  'scale',
  'grown',
  'events',
  'provisioning',
  'tracing',
  'tls',
  'iso',
  'floor',
] as const;
export type BenchSubject = (typeof SUBJECTS)[number];

export interface Flags {
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly rounds: number;
  readonly cards: number;
  /**
   * Rows written each second during the authorizations: into the audit log for `audited`, into a plain table for
   * `plain-rows`.
   */
  readonly auditRows: number;
  readonly connections: readonly number[];
  readonly only: readonly BenchSubject[];
  /** Authorizations a second during onboarding. */
  readonly rate: number;
  /** Authorizations a second whose events are published; absent: half of the maximum, and at most 2,000. */
  readonly eventRate: number | undefined;
  /** The amount of data for measuring lists, all of one bank. */
  readonly lists: ListSizes;
  /** The number of decisions of a bank that a backtest repeats. */
  readonly pastDecisions: number;
  /** The number of decisions about requests for tokens that it repeats as well. */
  readonly pastProvisionings: number;
  /** The number of authorizations already in the tables, for `grown`. */
  readonly authorizations: number;
  /** Connections of the one-transaction-per-request server's pool. */
  readonly pool: number;
  /** Settings of the product's server that replace its defaults. */
  readonly productSettings: Readonly<Record<string, string>>;
  readonly profile: boolean;
  /** Whether to compare the cost of a message with its budget, and to measure nothing else. */
  readonly budget: boolean;
  /** The number of additional processes that use a processor each. */
  readonly slow: number;
  readonly dataDir: string | undefined;
  /** Empty databases to compare, instead of one that the bench starts. */
  readonly urls: readonly string[];
  /** The number of shards of a database on Citus. */
  readonly shards: number;
}

const USAGE = `npm run bench -- [options]
  --seconds N        length of a measurement (5)
  --warm-up N        load before it that is not counted, in seconds (2)
  --rounds N         times that everything is measured; medians are shown (3)
  --cards N          cards in the database (100000), and as many with all controls set
  --audit-rows N     rows a second of the audit log during the load, for audited and plain-rows (200)
  --connections L    comma separated (1,16,64,256)
  --rate N           authorizations a second during onboarding and lists (500)
  --event-rate N     authorizations a second for events (half of the most, and 2000 at most)
  --list-clients N   clients, accounts and cards of the bank whose lists are read (100000)
  --list-authorizations N   its authorizations (1000000)
  --past-decisions N   decisions that a backtest of a bank decides again (200000)
  --past-provisionings N   decisions about requests for tokens that it decides again (0)
  --authorizations N   those that are in the tables already, for grown (10000000)
  --only L           comma separated: ${SUBJECTS.join(', ')}
  --pool N           database connections of the usual way (32)
  --set NAME=VALUE   a setting of the product's server; may be repeated
  --slow N           N busy processes at the same time, as on a shared machine (0)
  --profile          CPU profile of the product's server; with --budget, its most expensive functions
  --budget           only the cost of a message, by part, compared with its budget (packages/proof/src/bench/budget)
  --data-dir DIR     where the database is put; must be on a real disk
  --url URL          an empty database, of one PostgreSQL or on a coordinator of Citus, where product is measured, and which
                     is left as it is afterwards; may be repeated: they are measured in turns and compared with the first
  --shards N         into how many parts a database on Citus is divided (16)

BENCH_BANKS=N in the environment: the cards are of N banks (8), 1000 at most`;

/**
 * Parses the options.
 *
 * @throws Error that describes an invalid option
 */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '5' },
      'warm-up': { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      cards: { type: 'string', default: '100000' },
      'audit-rows': { type: 'string', default: '200' },
      connections: { type: 'string', default: '1,16,64,256' },
      rate: { type: 'string', default: '500' },
      'event-rate': { type: 'string' },
      'list-clients': { type: 'string', default: '100000' },
      'list-authorizations': { type: 'string', default: '1000000' },
      'past-decisions': { type: 'string', default: '200000' },
      'past-provisionings': { type: 'string' },
      authorizations: { type: 'string', default: '10000000' },
      only: { type: 'string', default: SUBJECTS.join(',') },
      // The default is more than the cores can run at once, because most of a transaction waits for the disk.
      pool: { type: 'string', default: String(Math.max(32, 4 * availableParallelism())) },
      set: { type: 'string', multiple: true, default: [] },
      profile: { type: 'boolean', default: false },
      budget: { type: 'boolean', default: false },
      slow: { type: 'string' },
      'data-dir': { type: 'string' },
      url: { type: 'string', multiple: true, default: [] },
      shards: { type: 'string', default: '16' },
    },
  });
  return {
    seconds: number('seconds', values.seconds),
    warmUpSeconds: number('warm-up', values['warm-up']),
    rounds: number('rounds', values.rounds),
    cards: number('cards', values.cards),
    auditRows: number('audit-rows', values['audit-rows']),
    connections: values.connections.split(',').map((text) => number('connections', text)),
    rate: number('rate', values.rate),
    eventRate: values['event-rate'] === undefined ? undefined : number('event-rate', values['event-rate']),
    lists: {
      clients: number('list-clients', values['list-clients']),
      authorizations: number('list-authorizations', values['list-authorizations']),
    },
    pastDecisions: number('past-decisions', values['past-decisions']),
    pastProvisionings:
      values['past-provisionings'] === undefined ? 0 : number('past-provisionings', values['past-provisionings']),
    authorizations: number('authorizations', values.authorizations),
    only: values.only.split(',').map(subject),
    pool: number('pool', values.pool),
    productSettings: Object.fromEntries(values.set.map(setting)),
    profile: values.profile,
    budget: values.budget,
    slow: values.slow === undefined ? 0 : number('slow', values.slow),
    dataDir: values['data-dir'],
    urls: values.url,
    shards: number('shards', values.shards),
  };
}

/** @throws Error with the usage if the text is not a number above zero */
export function numberFlag(name: string, text: string, usage: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above zero\n${usage}`);
  return value;
}

function number(name: string, text: string): number {
  return numberFlag(name, text, USAGE);
}

function subject(text: string): BenchSubject {
  const found = SUBJECTS.find((known) => known === text);
  if (found === undefined) throw new Error(`--only: ${text} is not one of ${SUBJECTS.join(', ')}\n${USAGE}`);
  return found;
}

function setting(text: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--set ${text}: NAME=VALUE is expected\n${USAGE}`);
  return [text.slice(0, at), text.slice(at + 1)];
}
