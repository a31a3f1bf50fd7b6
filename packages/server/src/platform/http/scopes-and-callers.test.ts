import { partScopesOf, SCOPES } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { fileResource } from '../../testing/file-resources.ts';
import { anyRequest, ENVELOPE_IDS, OPERATION_IDS } from '../../testing/requests/any-request.ts';
import { operationOf } from '../../testing/requests/envelope-requests.ts';
import { expectRefusal } from '../../testing/requests/expect-refusal.ts';
import { twoBanks } from '../../testing/requests/two-banks.ts';
import { fileServer } from '../../testing/test-server.ts';

/** Operations that networks or acquirers have too, or whose request is refused for another reason. */
const ALSO_OF_OTHERS =
  /^(merchants|webhooks|change-requests|tasks|exports|people|access)\.|^authorization\.(authorize|read-authorization|reverse|complete|backtest-account)|^tokens\.request-provisioning|^rules\.override/;
const OF_BANKS = OPERATION_IDS.filter((id) => !ALSO_OF_OTHERS.test(id));

const server = fileServer();
const banks = fileResource(() => twoBanks(server));

async function tokenWith(scopes: readonly string[]): Promise<string> {
  const answer = await server.request({
    method: 'POST',
    url: '/oauth2/token',
    payload: {
      grant_type: 'client_credentials',
      client_id: 'wide-bank',
      client_secret: 'wide-bank-secret',
      scope: scopes.join(' '),
    },
  });
  return String(answer.json.access_token);
}

describe('scopes and kinds of callers', () => {
  it.each(OPERATION_IDS)('%s: with all scopes but its own, 202 in its own shape', async (id) => {
    const operation = operationOf(id);
    const needed: readonly string[] = [operation.scope, ...partScopesOf(operation)];
    const authorization = `Bearer ${await tokenWith(SCOPES.filter((other) => !needed.includes(other)))}`;
    const answer = await server.request({ ...anyRequest(banks, id), headers: { authorization } });
    expectRefusal(banks, id, answer, '202');
  });

  it.each(ENVELOPE_IDS)('%s: the network of the sandbox lacks the scope', async (id) => {
    expectRefusal(banks, id, await server.request({ ...anyRequest(banks, id), as: 'demo-network' }), '202');
  });

  it.each(OF_BANKS)(
    '%s: a network or an acquirer is refused, whatever its scopes, because only banks have this',
    async (id) => {
      for (const as of ['wide-network', 'wide-acquirer']) {
        expectRefusal(banks, id, await server.request({ ...anyRequest(banks, id), as }), '203');
      }
    },
  );

  it('a caller without a bank has no contract warnings, and an acquirer finds no card', async () => {
    for (const as of ['wide-network', 'wide-acquirer']) {
      const response = await server.request({ ...anyRequest(banks, 'access.list-contract-warnings'), as });
      expect(response.json).toEqual({ warnings: [] });
    }
    const answer = await server.request({
      ...anyRequest(banks, 'authorization.authorize-ecommerce'),
      as: 'wide-acquirer',
    });
    expect(answer.json.Action_Code).toBe('14');
  });
});
