import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../entry-points.ts';
import '../../host/assembly/server.ts';
import { problemOfPlan } from '../../testing/database/plan-statement.ts';
import {
  breaksOf,
  digestsOfMigrations,
  type ReleasedSchema,
  readTableShapes,
} from '../../testing/database/table-shapes.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { allStatements } from './index.ts';

/**
 * The schema and the statements of the last release's servers, which scripts/release/write-released-schema.mjs writes for each
 * release.
 */
const FILE = fileURLToPath(new URL('../../../released/schema.json', import.meta.url));
const ADVICE = `Servers of the last release go on while this one migrates (docs/operate/upgrade.md). Add, and take away one release later. A
difference that harms nobody stands in REVIEWED with its reason; where operators have to stop all servers, in the changelog too.`;

/**
 * Reviewed differences, with the reason why servers of the last release continue to work, or that they must be stopped.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  "merchant_reviews merchant_reviews_action_check may refuse rows: CHECK ((action = ANY (ARRAY['REVIEWED'::text, 'KYC_CONFIRMED'::text, 'INFORMATION_REQUESTED'::text, 'REJECTED'::text, 'SCREENED_AGAIN'::text, 'APPROVED'::text, 'HIT_CLEARED'::text, 'HIT_CONFIRMED'::text, 'RETURNED_TO_REVIEW'::text])))":
    'RETURNED_TO_REVIEW is accepted in addition: servers of the last release write the others, and read each action as it is',
  'products products_card_number_length_check may refuse rows: CHECK (((card_number_length >= 13) AND (card_number_length <= 19)))':
    'lengths from 13 to 15 are accepted in addition: servers of the last release write 16 to 19, and read each length as it is',
};
let client: pg.Client;
let released: ReleasedSchema;
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  client = new pg.Client(db.connection);
  await client.connect();
  if (process.env.WRITES_RELEASED_SCHEMA !== undefined) await write();
  released = JSON.parse(readFileSync(FILE, 'utf8'));
});
afterAll(async () => {
  await client?.end();
});

async function write(): Promise<void> {
  const statements = Object.fromEntries(allStatements().map(({ name, text }) => [name, text]));
  const all: ReleasedSchema = { migrations: digestsOfMigrations(), ...(await readTableShapes(client)), statements };
  mkdirSync(dirname(FILE), { recursive: true });
  writeFileSync(FILE, `${JSON.stringify(all, null, 1)}\n`);
}

describe('servers of the last release, on the tables of this one', () => {
  it('find their migrations unchanged', () => {
    const now = digestsOfMigrations();
    const changed = Object.entries(released.migrations).filter(([name, digest]) => now[name] !== digest);
    expect(
      changed.map(([name]) => name),
      'A migration that was released is never changed: add another one',
    ).toEqual([]);
  });

  it('have a plan for every statement', async () => {
    const planless: string[] = [];
    for (const [name, text] of Object.entries(released.statements)) {
      const problem = /\bpg_dist_/.test(text) ? undefined : await problemOfPlan(client, text);
      if (problem !== undefined) planless.push(`${name}: ${problem}`);
    }
    expect(planless, ADVICE).toEqual([]);
  });

  it('find every column, need no new one, and violate no stricter constraint', async () => {
    const breaks = breaksOf(released, await readTableShapes(client));
    expect(breaks, ADVICE).toEqual(Object.keys(REVIEWED));
  });

  it.each([
    ['alter table cards drop column exid cascade', /^cards\.exid is gone$/],
    [
      'alter table client_notes alter column note type varchar(9)',
      /^client_notes\.note was text! and is character varying\(9\)!$/,
    ],
    ['alter table clients add column rank int', undefined],
    ['alter table client_notes add column rank int not null', /^client_notes\.rank needs a value$/],
    ['alter table client_notes add column rank int not null default 0', undefined],
    ['alter table client_notes add check (length(note) < 10)', /^client_notes \w+ may refuse rows: CHECK/],
    ['create unique index on client_notes (bank_id, actor)', /^client_notes \w+ may refuse rows: CREATE UNIQUE INDEX/],
    ['create table ranks (rank int not null)', undefined],
  ])('are checked against %s, and a break is reported', async (change, expected) => {
    await client.query('begin');
    try {
      await client.query(change);
      const breaks = breaksOf(released, await readTableShapes(client)).filter((one) => !(one in REVIEWED));
      if (expected === undefined) expect(breaks).toEqual([]);
      else expect(breaks[0]).toMatch(expected);
    } finally {
      await client.query('rollback');
    }
  });
});
