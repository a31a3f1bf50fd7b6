import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import '../../entry-points.ts';
import '../../host/assembly/server.ts';
// the shared test code must not register statements either: a worker that ran other files before has it loaded
import '../../testing/test-server.ts';
import { statementForCitus } from '../../issuing/authorization/message/citus-statements.ts';
import { problemOfPlan } from '../../testing/database/plan-statement.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import { isOnCitus } from '../../testing/database/test-nodes.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { allStatements } from './index.ts';

/** Statements that only run on Citus. */
const OF_CITUS = /\bpg_dist_/;
/** Statements that control a transaction, which have no plan. */
const OF_TRANSACTION = /^(savepoint|rollback to|release) /;
let client: pg.Client;
const db = fileResource(() => testDatabase());
beforeAll(async () => {
  client = new pg.Client(db.connection);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
});

describe('every statement of the server', () => {
  it('has a plan with the current tables, also if they are distributed among nodes', async () => {
    const planless: string[] = [];
    for (const { name, text } of allStatements()) {
      if (OF_TRANSACTION.test(text) || (OF_CITUS.test(text) && !isOnCitus())) continue;
      const problem = await problemOfPlan(client, isOnCitus() ? statementForCitus(text) : text);
      if (problem !== undefined) planless.push(`${name}: ${problem}`);
    }
    expect(planless).toEqual([]);
  });
});
