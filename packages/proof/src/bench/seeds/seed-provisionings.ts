import type { ConnectionSettings } from '@cardwright/server/internal/platform/storage/index';
import pg from 'pg';
import { TOKEN_SERVICE } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchServerProcess } from '../bench-process.ts';
import { PROVISIONING_PATH, provisioningRequest } from '../provisioning-requests.ts';

/** The number of requests for tokens that the server decides. All others are copies of these. */
const MAX_DECISIONS = 1_000;
const BANKS = 8;

/** Stores decisions of the first bank about requests for tokens. */
export async function seedProvisionings(
  server: BenchServerProcess,
  connection: ConnectionSettings,
  count: number,
): Promise<void> {
  const { call } = benchClient(server);
  const decisionCount = Math.min(count, MAX_DECISIONS);
  // Each position in steps of this size is a card of the first bank.
  for (let at = 0; at < decisionCount; at++)
    await call(TOKEN_SERVICE, 'POST', PROVISIONING_PATH, provisioningRequest(at * BANKS));
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(
      `insert into token_provisionings (bank_id, decision_id, provisioning_id, network, account_id, card_id, exid, masked_number,
         requestor_id, requestor_name, request, outcome, reason, rule, trace, token_reference, decided_at, facts)
       select bank_id, gen_random_uuid(), gen_random_uuid(), network, account_id, card_id, exid, masked_number,
         requestor_id, requestor_name, request, outcome, reason, rule, trace, token_reference, decided_at, facts
         from token_provisionings cross join generate_series(1, $1::int)
        limit $2`,
      [Math.ceil((count - decisionCount) / decisionCount), count - decisionCount],
    );
    await client.query('vacuum analyze token_provisionings');
  } finally {
    await client.end();
  }
}
