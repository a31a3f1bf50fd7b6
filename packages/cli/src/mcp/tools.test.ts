import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
} from '../../../server/src/testing/cards/issued-cards.ts';
import { fileServer } from '../../../server/src/testing/test-server.ts';
import { type Agent, connectAgent } from '../testing/agent.ts';

let card: IssuedCard;
let bank: Agent;
let network: Agent;
const server = fileServer();
beforeAll(async () => {
  const url = await server.server.app.listen({ port: 0, host: '127.0.0.1' });
  card = await issueCard(server);
  [bank, network] = [await connectAgent(url), await connectAgent(url, 'demo-network')];
});
afterAll(async () => {
  await bank?.close();
  await network?.close();
});

describe('the tools', () => {
  it('only read and propose: none of them changes cards, accounts, limits, endpoints or merchants', async () => {
    const { tools } = await bank.client.listTools();
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    expect(changing.sort()).toEqual(['rules_create', 'rules_propose', 'rules_shadow', 'rules_update']);
    const names = tools.map(({ name }) => name);
    expect(names).toContain('authorizations_retrieve');
    expect(names).toContain('card_settings_retrieve');
    expect(names.length).toBeGreaterThan(40);
    const forbidden =
      /create|update|set|delete|block|approve|retire|replace|register|rotate|skip|replay|reverse|complete|activat/;
    expect(
      names.filter((name) => forbidden.test(name) && !name.startsWith('rules_') && !/_(retrieve|list|stat)/.test(name)),
    ).toEqual([]);
    for (const { inputSchema } of tools) {
      expect(inputSchema.type).toBe('object');
      expect(JSON.stringify(inputSchema)).not.toContain('#/components');
    }
  });

  it('have the rights of the caller, and a refusal reports a missing scope', async () => {
    const { isError, json } = await network.call('clients_list', { phone: '+971501234567' });
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ status: 403, name: 'scope_missing' });
  });

  it('report a refusal of the client in the same form as a refusal of the gateway', async () => {
    const body = { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
    const { isError, json } = await network.call('accounts_retrieve_balance', { body });
    expect(isError).toBe(true);
    expect(json.error.message).toContain('needs a bank');
  });

  it('refuse input that the operation does not accept, with its path', async () => {
    const { isError, json } = await bank.call('authorizations_list', { state: 'MAYBE' });
    expect(isError).toBe(true);
    expect(json.error.findings).toEqual([expect.objectContaining({ path: 'state' })]);
  });

  it('report members of the request that the gateway ignores', async () => {
    const input = { account_number: card.accountNumber, body: { proposal: { cardSettings: { dailyLimit: '1.00' } } } };
    const { notice } = await bank.call('accounts_backtest', input);
    expect(notice).toContain('The gateway ignored or corrected 1 parts of the request');
    expect((await bank.call('programs_list')).notice).not.toContain('ignored');
  });

  it('propose a rule that decides nothing until another caller approves it', async () => {
    const rule = {
      name: 'ELECTRONICS_LARGE',
      condition: { field: 'amount', op: 'gt', value: '10.00' },
      effect: '57',
    };
    const created = await bank.call('rules_create', { body: rule });
    expect(created.isError, created.text).toBe(false);
    const ruleId = created.json.data.rule_id;
    await bank.call('rules_shadow', { rule_id: ruleId, body: { version: 1 } });
    const proposed = await bank.call('rules_propose', { rule_id: ruleId, body: { version: 1 } });
    expect(proposed.isError, proposed.text).toBe(false);
    const { json } = await authorize(server, ecommerceMessage(card));
    expect(json.Action_Code).toBe('00');
    const rows = await server.db.sql<{ actor: string }>(
      `select distinct actor from audit_log where operation in ('rules.create-rule', 'rules.shadow-rule', 'rules.propose-rule')`,
    );
    expect(rows).toEqual([{ actor: 'demo-bank' }]);
  });

  it('plan a configuration with its effect on past payments, and change nothing', async () => {
    const [{ json: before }, message] = [await bank.call('configuration_retrieve'), ecommerceMessage(card)];
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    const list = { name: 'planned', kind: 'mcc', entries: [message.Merchant_Type] };
    const rule = { name: 'NO_PLANNED', effect: '57', condition: { field: 'mcc', op: 'inList', value: 'planned' } };
    const configuration = { merchant_lists: [list], rules: [rule] };
    const planned = await bank.call('configuration_plan', { body: { configuration } });
    expect(planned.json.data.changes).toMatchObject([
      { kind: 'merchant_list', name: 'planned', action: 'CREATE' },
      { kind: 'rule', name: 'NO_PLANNED', action: 'PROPOSE' },
    ]);
    const body = { proposal: { rules: [rule], merchantLists: [list] } };
    const started = await bank.call('backtests_start', { body });
    await server.server.backtestsIdle();
    const { json } = await bank.call('backtests_retrieve', { backtest_id: started.json.data.backtest_id });
    expect(json.data.result).toMatchObject({ decisions: 2, changed: 2 });
    expect((await bank.call('configuration_retrieve')).json.data).toEqual(before.data);
    const wrong = { merchant_lists: [], rules: [{ ...rule, condition: { ...rule.condition, value: 'nowhere' } }] };
    const refused = await bank.call('configuration_plan', { body: { configuration: wrong } });
    expect([refused.isError, refused.json.error.message]).toEqual([
      true,
      expect.stringContaining('is no list of the bank'),
    ]);
  });

  it('for documents and messages refuse what they cannot read, with the reason', async () => {
    const missing = await bank.call('docs_retrieve', { address: 'docs/../../etc/passwd' });
    expect([missing.isError, missing.json.error.message]).toEqual([
      true,
      expect.stringMatching(/^the gateway serves no document .*: HTTP 404$/),
    ]);
    const message = await bank.call('iso8583_decode', { message: '30313030', specification: '/etc/passwd' });
    expect([message.isError, message.json.error.message]).toEqual([
      true,
      'specification must be one of those of the tool',
    ]);
    expect((await bank.call('docs_search', {})).json.error.message).toBe('query must be text');
  });
});

describe('the prompts', () => {
  it('name the tools, and require their arguments', async () => {
    const { prompts } = await bank.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['why_declined', 'investigate_merchant']);
    const { messages } = await bank.client.getPrompt({
      name: 'why_declined',
      arguments: { reference: '632400000001' },
    });
    expect(JSON.stringify(messages)).toContain('authorization 632400000001');
    await expect(bank.client.getPrompt({ name: 'why_declined', arguments: {} })).rejects.toThrow('lacks an argument');
  });
});
