import { describe, expect, it } from 'vitest';
import '../../server/src/entry-points.ts';
import '../../server/src/host/assembly/server.ts';
// Code that tests share must not register statements either: a worker that ran other files before has loaded it.
import '../../server/src/testing/test-server.ts';
import { allStatements } from '../../server/src/platform/storage/index.ts';
import { testDatabase } from '../../server/src/testing/database/test-database.ts';
import { fileResource } from '../../server/src/testing/file-resources.ts';
import {
  areaOf,
  filesUnder,
  isForTests,
  lineAt,
  read,
  SERVER,
  shortName,
  sourcesUnder,
  wordsOf,
} from './source-tree.ts';

const MIGRATIONS = 'packages/server/migrations';
const migrations = filesUnder(MIGRATIONS)
  .filter((path) => path.endsWith('.sql'))
  .map((path) => ({ path, text: read(path) }));
const shipped = sourcesUnder(SERVER).filter(({ path }) => !isForTests(path));

/** Statements that do not act for a bank or an acquirer, each with its reason. */
const FOR_NO_BANK: Record<string, string> = {
  'access.claim-assertion': 'callers belong to the service: networks and acquirers have no bank',
  'access.find-oauth-client': 'the caller determines the bank',
  'access.insert-signing-key': 'keys of the service',
  'access.list-signing-keys': 'keys of the service',
  'access.lock-signing-keys': 'an advisory lock',
  'access.purge-assertions': 'old rows of all callers',
  'access.select-client-persons': 'the name of a log identifies its tenant, a bank or an acquirer',
  'access.select-names-of-person': 'the name of a log identifies its tenant, a bank or an acquirer',
  'access.select-open-clients': 'one query at the start, about the whole database',
  'access.rewrap-signing-key': 'keys of the service',
  'accounts.lock-exceptions': 'an advisory lock of the bank',
  'authorization.load-early-reversals': 'the banks of the messages, and the reversals of networks, which have no bank',
  'authorization.select-batches-in-flight': 'the locks of the batches of all banks',
  'audit.select-owners': 'the directory of logs itself',
  'audit.select-owners-of-month': 'drops a month of all logs',
  'audit.select-unsealed': 'counts the unsealed rows of all banks',
  'audit.select-waiting-bank': 'finds the banks that have rows to seal',
  'audit.share-months': 'an advisory lock',
  'audit.try-chain-lock': 'an advisory lock',
  'audit.try-months-lock': 'an advisory lock',
  'audit.lock-tables': 'drops a month of all logs',
  'audit.wait-shortly': 'a setting of the transaction',
  'authorization.delete-pending': 'a batch of decisions can belong to several banks',
  'authorization.insert-indexed-of-batches': 'the same',
  'authorization.insert-pending': 'the same',
  'authorization.insert-pending-ending': 'a batch of endings can belong to several banks',
  'authorization.select-decisions': 'the authorizations determine the banks',
  'authorization.select-published-endings': 'the same',
  'authorization.select-any-uncounted': 'finds uncounted decisions of any bank',
  'authorization.select-any-pending': 'one job writes the lists of all banks',
  'authorization.select-pending-lag': 'counts the pending batches of all banks',
  'authorization.select-pending': 'one job writes the lists of all banks',
  'authorization.select-pending-batches': 'the same',
  'authorization.select-pending-of-account': 'the account determines the bank',
  'authorization.select-pending-rule-hits': 'one job writes the lists of all banks',
  'authorization.try-decision-tree-lock': 'an advisory lock of the bank',
  'authorization.try-listing-lock': 'an advisory lock',
  'authorization.wait-for-listing-lock': 'the same lock',
  'authorization.update-indexed-of-endings': 'one job writes the lists of all banks',
  'authorization.update-pending-fields': 'the same',
  'authorization.wait-longer': 'a setting of the transaction',
  'backtests.fetch-changes': 'fetches from a cursor of one bank',
  'backtests.fetch-decisions': 'the same',
  'backtests.lock-runs': 'an advisory lock of the bank',
  'backtests.select-banks-with-runs': 'finds the banks that have backtests to run',
  'banks.select-banks': 'the directory of banks itself',
  'banks.select-production-only': 'one query at the start, about the whole database',
  'banks.select-sandbox-banks': 'one query at the start, about the whole database',
  'banks.select-products': 'the directory of BINs',
  'cards.lock-renewals': 'an advisory lock of the bank',
  'cards.lock-number-deletion': 'an advisory lock of the bank',
  'accounts.next-account-id': 'a sequence',
  'cards.next-card-id': 'a sequence',
  'exports.lock-exports': 'an advisory lock of the bank',
  'exports.select-tenants': 'finds the tenants that have exports to write or delete',
  'operation.try-key-lock': 'an advisory lock of the caller',
  'change-requests.select-banks-to-analyze': 'finds the banks whose changes the server analyzes',
  'doctor.select-callers': 'a directory',
  'doctor.select-overdue-screening': 'counts the overdue merchants of each acquirer',
  'doctor.select-rights': 'privileges of a database role',
  'doctor.select-role': 'a database role',
  'doctor.select-server': 'settings of the database',
  'doctor.select-time': 'reads no table',
  'doctor.select-waiting-plastics': 'counts the waiting cards of each bank',
  'embossing.try-lock': 'an advisory lock of the bank',
  'merchants.select-acquirer-of-amendments': 'finds the acquirers that have merchants to screen',
  'merchants.select-acquirer-to-screen': 'finds the acquirers that have merchants to screen',
  'merchants.select-acquirer-modes': 'a directory of acquirers',
  'merchants.wake-screening': 'reads no table',
  'outbox.listen': 'a notification channel without data of a tenant',
  'outbox.listen-for-screening': 'a notification channel without data of a tenant',
  'outbox.lock-owner': 'an advisory lock of the owner',
  'outbox.select-due-feeds': 'finds the banks whose feed is due',
  'outbox.select-event-writers': 'reads no table, only the locks of a bank',
  'outbox.select-feeds': 'the operator sees all feeds',
  'outbox.select-subscribed-events': 'finds the banks that have an endpoint for the events',
  'outbox.share-owner': 'the same lock',
  'outbox.wake-relays': 'reads no table',
  'networks.delete-reports': 'a process deletes the reports of all its networks',
  'networks.select-all-reports': 'the operator sees all networks',
  'outbox.select-all-endpoints': 'the operator sees the endpoints of all tenants',
  'receiver.select-banks-with-sandbox-keys': 'one query at the start, about the whole database',
  'receiver.select-keys-marked-before': 'a rotation reads the keys of all banks',
  'receiver.select-keys': 'the key that verifies a signature determines the bank',
  'sandbox.begin-demo-data': 'one month of data for the sandbox',
  'sandbox.is-being-filled': 'one month of data for the sandbox',
  'sandbox.move-clock': 'one clock for the sandbox',
  'sandbox.note-demo-day': 'one month of data for the sandbox',
  'sandbox.read-clock': 'one clock for the sandbox',
  'sandbox.select-clock': 'one clock for the sandbox',
  'server.ping': 'reads no table',
  'service.select-database': 'reads no table of a bank',
  'storage.raise-barrier': 'writes a WAL record without data of a tenant',
  'storage.lift-idle-limit': 'a setting of the transaction',
  'storage.notify': 'a notification channel without data of a tenant',
  'storage.select-bucket-places': 'the directory of nodes',
  'storage.select-citus': 'whether the database is distributed',
  'storage.select-replication': 'the replication of the whole database',
  'vault.destroy-content-key': 'keys of the service',
  'vault.insert-content-key': 'keys of the service',
  'vault.insert-data-key': 'keys of the service',
  'vault.insert-root-key': 'keys of the service',
  'vault.lock-keys': 'an advisory lock',
  'configuration.lock': 'an advisory lock',
  'vault.put-content-key-in-force': 'keys of the service',
  'vault.replace-content-keys': 'keys of the service',
  'vault.rewrap-content-key': 'keys of the service',
  'vault.rewrap-data-key': 'keys of the service',
  'vault.retire-data-key': 'keys of the service',
  'vault.select-keys': 'keys of the service',
  'vault.select-replaced-content-keys': 'keys of the service',
  'vault.share-keys': 'an advisory lock',
  'vault.update-data-key-state': 'keys of the service',
  'vault.update-root-key-state': 'keys of the service',
  'storage.begin-part': 'a savepoint',
  'storage.undo-part': 'a savepoint',
};

/** Keys belong to the service. A rotation reads the rows of all banks by the primary keys of their tables. */
const OF_A_ROTATION = /^keys\./;

/** Tables of the service instead of a bank: small, cached in memory, or read by their own key. */
const DIRECTORIES = [
  'data_keys',
  'key_holders',
  'key_rotation_tables',
  'key_rotations',
  'oauth_clients',
  'root_keys',
  'sandbox_clock',
  'sandbox_demo_data',
  'schema_migrations',
  'service_keys',
  'signing_keys',
  'unlisted_authorizations',
  'used_assertions',
];

/** The owner columns of rows: boarded data belongs to an acquirer, and everything else belongs to a bank. */
const OWNERS = ['bank_id', 'acquirer_id'];

/**
 * Unique keys without an owner in tables with rows of real accounts only. An account belongs to one bank, and account
 * numbers are unique.
 */
const KEYS_OF_ACCOUNTS = [
  'account_changes_pkey',
  'account_exceptions_pkey',
  'account_limits_pkey',
  'account_settings_pkey',
  'account_transactions_pkey',
  'accounts_pkey',
  'card_restrictions_pkey',
  'cards_pkey',
  'insurance_enrolments_pkey',
  'insurance_history_pkey',
  'late_partner_answers_pkey',
  'stood_in_pkey',
  'token_activation_codes_pkey',
  'token_history_pkey',
  'tokens_pkey',
];

/** Other unique keys without an owner, each with its reason. */
const OTHER_KEYS: Record<string, string> = {
  authorization_events_pkey:
    'names an authorization; account 0 is of no bank, but the key of its messages is of one number, and so of one bank',
  banks_bank_code_key: 'no two banks have the same code',
  data_keys_pkey: 'a directory',
  key_holders_pkey: 'a directory',
  key_rotation_tables_pkey: 'a directory',
  key_rotations_pkey: 'a directory',
  oauth_clients_pkey: 'a directory',
  oauth_clients_sender_key: 'a directory',
  products_bin_key: 'a BIN leads to its bank, so it is unique across banks',
  root_keys_pkey: 'a directory',
  sandbox_clock_pkey: 'a single row',
  sandbox_demo_data_pkey: 'a single row',
  receiver_keys_key_mark_key: 'the bank is found by its key, so no two banks have the same one',
  schema_migrations_pkey: 'a directory',
  service_keys_pkey: 'a directory',
  signing_keys_pkey: 'a directory',
  unlisted_authorizations_pkey: 'a number that the database gives',
  used_assertions_pkey: 'a directory',
};

describe('statements', () => {
  it('are all registered under a unique name', () => {
    const written = shipped.flatMap(({ text }) =>
      [...text.matchAll(/\bstatement\(\s*'([^']+)'/g)].map((match) => match[1]),
    );
    expect(
      allStatements()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(written.sort());
  });

  it('filter by bank or acquirer, or state why not', () => {
    const nameless = allStatements().filter(({ name, text }) => !namesItsOwner(text) && !OF_A_ROTATION.test(name));
    expect(
      nameless.map(({ name }) => name).sort(),
      'Begin its conditions with bank_id or acquirer_id; FOR_NO_BANK says why not',
    ).toEqual(Object.keys(FOR_NO_BANK).sort());
  });

  it('that compare accounts in tables keyed by them also compare their buckets, which the keys begin with', () => {
    const times = (text: string, column: string) => text.match(new RegExp(`\\b${column}\\s*=`, 'g'))?.length ?? 0;
    const without = allStatements().filter(
      ({ text }) => BY_BUCKET.test(text) && times(text, 'account_id') > times(text, 'bucket'),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('that begin or end a transaction are sent only by the storage, the runners and the lanes', () => {
    const allowed = [
      'platform/storage/',
      'platform/operation/',
      'issuing/authorization/batch/load-facts.ts',
      'issuing/authorization/batch/store-decisions.ts',
      'issuing/authorization/batch/batch-runner.ts',
      // This file runs in a transaction that is rolled back.
      'issuing/authorization/explain/rehearse.ts',
      // This is the end event of a stream.
      'platform/http/before-body.ts',
      'platform/http/surfaces/body-parts.ts',
    ];
    // RELEASE without a name is an amendment of a merchant.
    const control =
      /^\s*((begin|start transaction|commit|rollback|end)\b\s*(;|to\b|work\b|$)|(savepoint|release)( savepoint)? \w+;?$)/i;
    const violations = shipped.flatMap((source) =>
      source.nodes
        .filter((node) => node.type === 'Literal' && typeof node.value === 'string' && control.test(node.value))
        .map((node) => `${shortName(source.path)}:${lineAt(source.text, node.start)}`),
    );
    const elsewhere = violations.filter((place) => !allowed.some((folder) => place.startsWith(folder)));
    // The lane's connection lists the three commands in a type, which is not a statement.
    expect(
      elsewhere.filter((place) => !place.startsWith('issuing/authorization/batch/lane-connection.ts')),
      'Take a transaction from the storage or a runner',
    ).toEqual([]);
  });
});

/** Tables with the account in their key. */
const BY_BUCKET =
  /\b(from|join|update|into) (accounts|account_transactions|account_changes|account_settings|cards|card_restrictions|authorizations|authorization_events|insurance_enrolments|insurance_history|tokens|token_history|token_activation_codes)\b/;

/** Returns whether a statement names the owner. Writes set it, and reads and changes filter by it. */
function namesItsOwner(text: string): boolean {
  return OWNERS.some((owner) => {
    const isInsert = new RegExp(`^\\s*(with .*)?insert into \\w+\\s+\\([^)]*\\b${owner}\\b`, 'is').test(text);
    return (
      isInsert || new RegExp(`\\b${owner}( \\|\\| '')?\\s*=\\s*(\\$\\d|any\\(\\$\\d|\\w+\\.${owner})`, 'i').test(text)
    );
  });
}

describe('the schema', () => {
  const db = fileResource(() => testDatabase());

  /** All unique keys with their columns in order, including those of partitions that their table does not have. */
  const uniqueKeys = () =>
    db.sql<{ key: string; columns: string[] }>(
      `select c.relname as key, array_agg(coalesce(a.attname::text, '') order by k.place) as columns
         from pg_index i
         join pg_class c on c.oid = i.indexrelid
         join pg_class t on t.oid = i.indrelid
         cross join unnest(i.indkey) with ordinality as k (number, place)
         left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number and k.number <> 0
        where i.indisunique and t.relnamespace = 'public'::regnamespace and k.place <= i.indnkeyatts
          and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
        group by 1 order by 1`,
    );

  it('begins every unique key with its owner or the bucket of its account, so that it can be distributed', async () => {
    const others = (await uniqueKeys()).filter(({ columns: [first = ''] }) => ![...OWNERS, 'bucket'].includes(first));
    const named = others.map(({ key }) => key).filter((key) => !(key in OTHER_KEYS));
    expect(named, 'Begin it with the owner; OTHER_KEYS says why not').toEqual([]);
  });

  it('has the owner in every unique key, so that no bank prevents another one from storing data', async () => {
    const keys = await uniqueKeys();
    expect(keys.filter(({ key }) => /^authorizations_\d{4}_\d{2}_identity$/.test(key))).toHaveLength(3);
    const without = keys.filter(({ columns }) => !columns.some((column) => OWNERS.includes(column)));
    expect(
      without.map(({ key }) => key).sort(),
      'Add the owner to the key; KEYS_OF_ACCOUNTS and OTHER_KEYS say why not',
    ).toEqual([...KEYS_OF_ACCOUNTS, ...Object.keys(OTHER_KEYS)].sort());
  });

  it('numbers all accounts from one sequence, and no account has the number that represents none', async () => {
    expect(
      await db.sql(`select min_value, cycle from pg_sequences where sequencename in ('account_ids', 'card_ids')`),
    ).toEqual(Array(2).fill({ min_value: '1', cycle: false }));
  });

  it('has an owner for every table, except the directories of the service', async () => {
    const without = await db.sql<{ name: string }>(
      `select t.relname as name from pg_class t
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname <> 'oauth_clients'
          and not exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = any($1))
        order by 1`,
      [OWNERS],
    );
    expect(
      without.map(({ name }) => name),
      'Give it bank_id or acquirer_id; DIRECTORIES have none',
    ).toEqual(DIRECTORIES.filter((name) => name !== 'oauth_clients'));
  });

  it('has the owner of every table in its migration', () => {
    const areas = new Set(sourcesUnder(SERVER).map(({ path }) => areaOf(path)));
    const unowned = migrations.flatMap(({ path, text }) => {
      const lines = text.split('\n');
      return lines.flatMap((line, at) => {
        const table = /^create table (?:if not exists )?(\w+)/i.exec(line)?.[1];
        if (table === undefined) return [];
        const owner = ownerAbove(lines, at);
        return owner !== undefined && areas.has(owner) ? [] : [`${path}: ${table} (${owner ?? 'nobody'})`];
      });
    });
    expect(unowned, 'Write `-- owner: <folder>` before the table').toEqual([]);
  });

  it('has one migration for each number, because two with the same number have no defined order', () => {
    const numbers = migrations.map(({ path }) => /(\d{4})-[^/]+$/.exec(path)?.[1]).sort();
    expect(numbers, 'Give the newer one the next free number').toEqual([...new Set(numbers)]);
  });

  it('numbers new migrations above 0061, because a database from before the migrations were combined counts as having those up to 0056', () => {
    const folded = migrations.map(({ path }) => /(\d{4})-[^/]+$/.exec(path)![1]!).filter((number) => number <= '0061');
    expect(folded.slice(13), 'Number it from 0062').toEqual(['0014', '0057', '0058', '0059', '0061']);
  });

  it('is changed only by the migrations', () => {
    // References are removed while tables are distributed, partitions are created each month, and the list of
    // migrations cannot be a migration.
    const allowed = ['platform/storage/distribute.ts', 'platform/storage/migrate.ts', 'platform/storage/partitions.ts'];
    const violations = shipped
      .filter((source) =>
        wordsOf(source).some(({ text }) => /\b(create|alter|drop) (table|index|type|sequence)\b/i.test(text)),
      )
      .map(({ path }) => shortName(path));
    expect(violations, 'Write a migration').toEqual(allowed);
  });
});

/**
 * Returns the name in `-- owner: name.` in the comment directly above a line. Skips other statements about the same
 * table.
 */
function ownerAbove(lines: readonly string[], at: number): string | undefined {
  for (let above = at - 1; above >= 0; above--) {
    const line = lines[above] ?? '';
    const owner = /^-- owner: ([\w-]+)/.exec(line)?.[1];
    if (owner !== undefined) return owner;
    if (!line.startsWith('--') && !line.startsWith('create sequence')) return undefined;
  }
  return undefined;
}
