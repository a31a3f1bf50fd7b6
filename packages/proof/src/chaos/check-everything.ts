import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import { processesIn } from '../../../server/src/testing/database/node-processes.ts';
import { findLeakedNumber } from '../../../server/src/testing/database/search-database.ts';
import { scanFiles } from '../../../server/src/testing/search-files.ts';
import { runCommand } from '../../../server/src/testing/system/command.ts';
import { insistent } from '../world/client/chaos-client.ts';
import { move } from './chaos-clock.ts';
import { findOtherDecisions, findWrongAccounts } from './check-accounts.ts';
import { type DeadlineReport, findLateAnswers } from './check-deadlines.ts';
import { findWrongFeed } from './check-feed.ts';
import { checkIso } from './check-iso.ts';
import { findBankDifferences, findOverspentPots } from './check-own.ts';
import { findUnorderedEvents, findWrongProvisionings } from './check-provisionings.ts';
import { findWrongTokens } from './check-tokens.ts';
import { inParallel } from './in-parallel.ts';
import type { InjectedFault } from './nemesis.ts';
import type { RunHistory } from './run-history.ts';

const WORKERS = 12;
/** A step of the clock. Failed deliveries are retried sooner. */
const STEP_S = 900;
const DRAIN_MS = 120_000;
/** The time in which checks are repeated. On a busy machine, a proxy may consider its servers down and answer 503. */
const REQUEST_TIMEOUT_MS = 120_000;

interface Checked {
  readonly checked: (readonly [string, number])[];
  readonly violations: string[];
}

/** Checks all guarantees after all faults. */
export async function checkEverything(
  lived: RunHistory,
  injectedFaults: readonly InjectedFault[],
  time: DeadlineReport,
): Promise<Checked> {
  const { client, database, servers, known, accounts, merchants, own } = lived;
  const untilMs = performance.now() + REQUEST_TIMEOUT_MS;
  const sender = insistent(client, () => performance.now() > untilMs);
  const checked: (readonly [string, number])[] = [];
  const violations: string[] = [];
  const check = (what: string, count: number, problems: readonly string[]) => {
    checked.push([what, count]);
    violations.push(...problems);
  };
  const lifeAttempts = [...client.attempts];
  const malfunctions = lifeAttempts.filter(({ status }) => status === 500);
  check(
    'answers, none of which reports a malfunction',
    lifeAttempts.length,
    malfunctions.map(({ path }) => `${path} got HTTP 500`),
  );
  await database.answers();
  const names = servers.map(({ name }) => name);
  check(
    `answers by their deadlines, ${(time.marginMs() / 1_000).toFixed(1)} s of grace`,
    lifeAttempts.length,
    findLateAnswers(lifeAttempts, injectedFaults, time, names),
  );

  await known.repeatAll(WORKERS);
  check('acknowledged answers, all requested again', known.count(), []);
  check('repeats, each with the first answer', known.repeated(), known.different);

  const operations = accounts.reduce((sum, { history }) => sum + history.operations.length, 0);
  const open = accounts.reduce((sum, { history }) => sum + history.open, 0);
  check('accounts with a linearizable history', accounts.length, findWrongAccounts(accounts));
  check('operations in these histories', operations, []);
  check('operations without a known outcome', open, []);
  check('accounts in the backtest', accounts.length, await findOtherDecisions(sender, accounts));
  const [decisions, differences] = await findBankDifferences(sender, database);
  check('decisions in the backtest of the bank, without a proposal', decisions, differences);
  check('changes of merchant lists', own.lists, []);
  check('versions of the program', own.programs, []);
  check('versions of a rule in SHADOW', own.shadows, []);
  check('versions of a rule that became LIVE', own.live, []);
  check('limits of the whole bank with a linearizable history', own.pots.length, findOverspentPots(own.pots));
  const paid = own.pots.reduce((sum, { history }) => sum + history.operations.length, 0);
  check('payments, reversals and new maximums under them', paid, []);
  for (const one of await checkIso(sender, lived)) check(...one);
  check('merchants of answered requests', merchants.length, await findWrongMerchants(sender, lived));
  check('approval codes', 1, await findDoubledCodes(lived));

  for (const one of await checkTokens(sender, lived)) check(...one);

  check('starts of a server that were retried', failedStartsOf(lived).length, []);
  check('servers that ended cleanly', servers.length, await endServers(lived));
  check('audit logs verified', 1, await verifyAudit(lived));
  const leak = await findLeakedNumber(database.connection());
  check('searches for card numbers', 1, leak === undefined ? [] : [leak]);
  scanFiles(lived.folder);
  await database.stop();
  const left = processesIn(lived.folder);
  check('searches for processes', 1, left.length === 0 ? [] : [`processes remain: ${left}`]);
  return { checked, violations };
}

type CheckResult = readonly [what: string, count: number, problems: readonly string[]];

async function checkTokens(sender: Sender, lived: RunHistory): Promise<CheckResult[]> {
  const { client, accepted, tokens, provisionedCards } = lived;
  const drained = await drain(lived);
  const changes = tokens.reduce((sum, { requests }) => sum + requests.length, 0);
  const requested = provisionedCards.reduce((sum, { requests }) => sum + requests.length, 0);
  const { events, violations: unordered } = findUnorderedEvents(accepted);
  const wrongTokens = await findWrongTokens(client, tokens, accepted);
  const feed = await findWrongFeed(lived.database, lived.folder, accepted);
  const wrongDecisions = await findWrongProvisionings(sender, provisionedCards, accepted);
  return [
    ['notifications drained', accepted.size, drained],
    ['tokens with a linearizable history and all notifications in order', tokens.length, wrongTokens],
    ['changes of tokens', changes, []],
    ['cards with a limit of requests for tokens, one event for each decision', provisionedCards.length, wrongDecisions],
    ['requests for tokens', requested, requested === 0 ? ['no request for a token was sent'] : []],
    ['events of tokens, in the order of their versions', events, unordered],
    ['events of tokens in the files of the feed, once and in order', feed.rows, feed.violations],
  ];
}

async function findWrongMerchants(sender: Sender, { merchants }: RunHistory): Promise<string[]> {
  const violations: string[] = [];
  await inParallel(WORKERS, merchants, async ({ ids, isAccepted }) => {
    const answers = await Promise.all(
      ids.map((id) => sender.request({ url: `/V2/merchants/${id}`, as: 'demo-acquirer' })),
    );
    const there = answers.filter(({ status }) => status === 200).length;
    // With an unknown outcome, either all merchants of the request exist or none.
    const allowed = isAccepted === undefined ? [0, ids.length] : [isAccepted ? ids.length : 0];
    if (!allowed.includes(there)) violations.push(`merchants ${ids}: ${there} exist, accepted ${isAccepted}`);
  });
  return violations;
}

async function findDoubledCodes({ database }: RunHistory): Promise<string[]> {
  const rows = await database.sql<{ approval_code: string }>(
    `select approval_code from authorizations where bank_id = 'DEMO' and action_code = '00'
      group by approval_code having count(*) > 1`,
  );
  return rows.map(({ approval_code: code }) => `approval code ${code} occurred twice`);
}

/**
 * Ends the leases of killed servers, which follow the clock of the database. It skips messages that a server updates
 * now, because waiting for several of them could end in a deadlock.
 */
const END_LEASES = `update outbox_messages set leased_until = now()
  where (bank_id, message_id) in
    (select bank_id, message_id from outbox_messages where leased_until > now() for update skip locked)`;

/** Moves the clock until every notification for the receiver is delivered. */
async function drain({ client, database }: RunHistory): Promise<string[]> {
  const waiting = async () => {
    const [row] = await database.sql<{ count: number }>(
      `select count(*)::int from outbox_messages join webhook_endpoints using (bank_id, endpoint_id)
        where bank_id = 'DEMO' and url like '%/notifications' and outbox_messages.state <> 'DELIVERED'`,
    );
    return row?.count ?? 0;
  };
  const until = Date.now() + DRAIN_MS;
  for (let left = await waiting(); left > 0; left = await waiting()) {
    if (Date.now() > until) return [`${left} notifications were not delivered`];
    await database.sql(END_LEASES);
    await move(client, 0, STEP_S);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  return [];
}

/**
 * Returns the failed starts. A database that is down ends a start. A start that hung is listed here too, and needs an
 * investigation.
 */
function failedStartsOf({ servers }: RunHistory): string[] {
  return servers.flatMap(({ failedStarts }) => failedStarts);
}

/** Ends the servers with SIGTERM, as an operating system does. */
async function endServers({ servers }: RunHistory): Promise<string[]> {
  const ended = servers.map(async ({ name, current }) => {
    const { child, ended } = current();
    child.kill('SIGTERM');
    const { code, signal } = await ended;
    return code === 0 ? [] : [`server ${name} ended with ${code ?? signal} at SIGTERM`];
  });
  return (await Promise.all(ended)).flat();
}

async function verifyAudit({ database, folder }: RunHistory): Promise<string[]> {
  const { host, port, user, database: name } = database.connection();
  const { code, stdout, stderr } = await runCommand(['audit', 'verify'], {
    CARDWRIGHT_DATA_DIR: folder,
    DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
  });
  return code === 0 ? [] : [`audit verify ended with ${code}:\n${stdout}${stderr}`];
}
