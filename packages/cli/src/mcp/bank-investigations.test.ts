import { vi } from 'vitest';
import { WITHIN } from '../../../server/src/testing/within.ts';
import { type Investigation, investigate } from '../testing/investigate.ts';

type Part = { value: string; approved: number; declined: number };

const FROM = '2026-11-19T00:00:00Z';
const statesOf = (items: { name: string; versions: { state: string }[] }[]) =>
  items.map(({ name, versions }) => `${name} ${versions[0]?.state}`);
const LODGING = { name: 'NO_LODGING', effect: '57', condition: { field: 'mcc', op: 'prefix', value: '70' } };

const RULES: readonly Investigation[] = [
  [
    'Which rules does the bank have, and in which state?',
    ['NO_LODGING PROPOSED', 'NO_HOTELS LIVE'],
    async (callTool) => statesOf((await callTool('rules_list')).items),
  ],
  [
    'How often did the live rule decline, and for how much?',
    [1, '25.00'],
    async (callTool, { live }) => {
      const [version] = (await callTool('rules_report', { rule_id: live.id })).versions;
      return [version.declined, version.declined_amount];
    },
  ],
  [
    'Does the proposed rule decline all that the live one declines?',
    ['STRONGER', 'NO_HOTELS'],
    async (callTool, { live, proposed }) => {
      const body = { rule_id: proposed.id, against: { rule_id: live.id }, limit_ms: 30_000 };
      // On a busy machine the solver can start too late to decide the first request.
      const decided = await vi.waitUntil(async () => {
        const found = await callTool('rules_analyze', { body });
        return found.relation !== 'UNDECIDED' && found;
      }, WITHIN);
      return [decided.relation, decided.compared_with.name];
    },
  ],
  [
    'Can this rule ever match?',
    'PROVED',
    async (callTool) => {
      const condition = {
        all: [
          { field: 'mcc', op: 'eq', value: '7011' },
          { field: 'mcc', op: 'eq', value: '7012' },
        ],
      };
      const body = { rule: { name: 'NEVER', effect: '57', condition }, limit_ms: 30_000 };
      const { answers } = await callTool('rules_analyze', { body });
      return answers.find(({ question }: { question: string }) => question === 'MATCHES_NOTHING').verdict;
    },
  ],
  [
    'What did the backtest of the live rule find before its approval?',
    ['DONE', 3, 0],
    async (callTool, { live }) => {
      const { state, decisions, changed } = (await callTool('rules_retrieve', { rule_id: live.id })).backtest;
      return [state, decisions, changed];
    },
  ],
  [
    'How many payments would a rule on supermarkets have declined?',
    ['DONE', 4, [3, '170.00']],
    async (callTool, { server }) => {
      const rule = { ...LODGING, name: 'NO_FOOD', condition: { field: 'mcc', op: 'eq', value: '5411' } };
      const { backtest_id } = await callTool('backtests_start', { body: { proposal: { rules: [rule] } } });
      await server.server.backtestsIdle();
      const { state, result } = await callTool('backtests_retrieve', { backtest_id });
      const { items } = await callTool('backtests_list_differences', { backtest_id });
      const declined = result.by_rule.find(({ was }: { was: { rule: string } }) => was.rule === 'APPROVED');
      return [state, items.length, [declined.count, declined.amount]];
    },
  ],
  [
    'Which payments of the account would a daily limit of 150 have declined?',
    ['51 DAILY_LIMIT', '00 DAILY_LIMIT', '61 DAILY_LIMIT'],
    async (callTool, { card }) => {
      const body = { cardSettings: { dailyLimit: '150.00' } };
      const { changes } = await callTool('accounts_backtest', { account_number: card.accountNumber, body });
      type Change = { was: { action_code: string }; would_be: { rule: string } };
      return changes.map(({ was, would_be }: Change) => `${was.action_code} ${would_be.rule}`);
    },
  ],
  ['Which lists of merchants do rules use?', [], async (callTool) => (await callTool('merchant_lists_list')).items],
  [
    'What does the product give to its accounts, since which version?',
    [1, { cashTransactionLimit: '5000.00' }],
    async (callTool) => {
      const { version, defaults } = await callTool('programs_retrieve', { product_code: 'DEBIT-CLASSIC' });
      return [version, defaults];
    },
  ],
  [
    'What changed in the last version of the program?',
    [{ part: 'defaults', field: 'cashTransactionLimit', was: null, is: '5000.00' }],
    async (callTool) =>
      (await callTool('programs_list_versions', { product_code: 'DEBIT-CLASSIC' })).items[0].differences,
  ],
  [
    'Which products have no program?',
    ['CREDIT-GOLD', 'PREPAID-BASIC'],
    async (callTool) => {
      const { items } = await callTool('programs_list');
      return items.flatMap((one: Record<string, unknown>) => (one.in_force === null ? [one.product_code] : []));
    },
  ],
  [
    'What waits for my approval?',
    ['RULE_APPROVAL', 'NO_LODGING', false],
    async (callTool) => {
      const [task] = (await callTool('tasks_list')).items;
      return [task.kind, task.about, task.is_own];
    },
    'demo-checker',
  ],
];

const OPERATIONS: readonly Investigation[] = [
  [
    'Which rules declined most on this day?',
    {
      APPROVED: '3 0',
      DAY_SPEND: '0 1',
      INSUFFICIENT_FUNDS: '0 1',
      NETWORK_DECLINED: '0 1',
      NO_HOTELS: '0 1',
      TOKEN_AMOUNT: '0 1',
    },
    async (callTool) => {
      const [day] = (await callTool('authorizations_statistics', { from: FROM, by: 'day', split: 'rule' })).items;
      return Object.fromEntries(day.parts.map((one: Part) => [one.value, `${one.approved} ${one.declined}`]));
    },
  ],
  [
    'Through which channels did payments come?',
    ['CHIP', 'ECOM'],
    async (callTool) => {
      const [day] = (await callTool('authorizations_statistics', { from: FROM, by: 'day', split: 'channel' })).items;
      return day.parts.map(({ value }: Part) => value).sort();
    },
  ],
  [
    'Does the endpoint get its events?',
    ['ACTIVE', null, 0, ['AC', 'TC']],
    async (callTool, { endpoint }) => {
      const found = await callTool('webhook_endpoints_retrieve', { endpoint_id: endpoint.id });
      return [found.state, found.failing_since, found.pending_messages, found.events];
    },
  ],
  [
    'Why did the bank get no message about the token? The endpoint is newer than its event.',
    [0, true],
    async (callTool, { endpoint, token }) => {
      const { messages } = await callTool('webhook_endpoints_list_messages', { endpoint_id: endpoint.id });
      const { items } = await callTool('events_list', { stream: `token:${token}` });
      const { created_at } = await callTool('webhook_endpoints_retrieve', { endpoint_id: endpoint.id });
      return [messages.length, items.every((event: { created_at: string }) => event.created_at <= created_at)];
    },
  ],
  [
    'Which events followed the approval of the rule?',
    ['rule.live'],
    async (callTool) => {
      const { items } = await callTool('events_list', { stream: 'rule:NO_HOTELS' });
      return items.map(({ type }: { type: string }) => type);
    },
  ],
  ['Does a change wait for a second person?', [], async (callTool) => (await callTool('change_requests_list')).items],
  [
    'Is the decision system of the bank healthy?',
    null,
    async (callTool) => (await callTool('authorizations_partner')).partner,
  ],
  [
    'Is the audit log complete?',
    ['DEMO', []],
    async (callTool) => {
      const { log, checked } = await callTool('audit_proof');
      return [log, checked.findings];
    },
  ],
  [
    'What did this agent do so far? Every call is in the audit log.',
    true,
    async (callTool) => {
      await callTool('programs_list');
      const { items } = await callTool('audit_list', {
        actor: 'demo-bank',
        operation: 'programs.list-product-programs',
      });
      return items.length > 0;
    },
  ],
  [
    'Which requests of the bank deviate from the interface?',
    true,
    async (callTool) => Array.isArray((await callTool('contract_warnings_list')).warnings),
  ],
  [
    'What does code 61 in field 39 of ISO 8583 mean, according to the documents?',
    true,
    async (callTool) => {
      const { sections } = await callTool('docs_search', { query: 'ISO 8583 field 39 response code' });
      return sections.some(({ address }: { address: string }) => address.startsWith('docs/interface/iso8583.md'));
    },
  ],
  [
    'How does a caller repeat a request without doing it twice?',
    ['docs/interface/repeats.md#idempotency-key', true],
    async (callTool) => {
      const { sections } = await callTool('docs_search', { query: 'Idempotency-Key repeat a request' });
      const { text } = await callTool('docs_retrieve', { address: sections[0].address });
      return [sections[0].address, text.startsWith('## Idempotency-Key\n') && text.includes('HTTP 422')];
    },
  ],
];

const MERCHANTS: readonly Investigation[] = [
  [
    'Is the merchant boarded, and who approved it?',
    ['BOARDED', 'ACTIVE', 'demo-approver'],
    async (callTool, { merchant }) => {
      const found = await callTool('merchants_retrieve', { merchantId: merchant });
      return [found.status, found.merchantState, found.versions[0].by];
    },
    'demo-acquirer',
  ],
  [
    'Which merchant has this name?',
    ['Souk Trading'],
    async (callTool) => {
      const { merchants } = await callTool('merchants_list', { q: 'Souk' });
      return merchants.map(({ merchantName }: { merchantName: string }) => merchantName);
    },
    'demo-acquirer',
  ],
  [
    'Why does the application wait, and for what?',
    [{ REVIEW: 1 }, '"Shady Gold LLC" is on the deny list: Fraud in 2025'],
    async (callTool, { application: { applicationId } }) => {
      const { awaiting, merchants } = await callTool('merchant_applications_retrieve', { applicationId });
      return [awaiting, merchants[0].screening.hits[0].message];
    },
    'demo-acquirer',
  ],
  [
    'What became of the onboarding request?',
    { PENDING_APPROVAL: 1 },
    async (callTool, { application: { requestId } }) =>
      (await callTool('merchants_retrieve_onboarding', { requestId })).counts,
    'demo-acquirer',
  ],
  [
    'Who is on the deny list, and why?',
    [['Shady Gold LLC', 'Fraud in 2025']],
    async (callTool) => {
      const { names } = await callTool('deny_list_list');
      return names.map(({ name, reason }: Record<string, string>) => [name, reason]);
    },
    'demo-reviewer',
  ],
  [
    'Is a form half filled in?',
    [],
    async (callTool) => (await callTool('merchant_drafts_list')).drafts,
    'demo-acquirer',
  ],
  [
    'Which versions does the record of the merchant have?',
    [[1, []]],
    async (callTool, { merchant }) => {
      const { versions } = await callTool('merchants_list_versions', { merchantId: merchant });
      return versions.map((one: { version: number; amendments: string[] }) => [one.version, one.amendments]);
    },
    'demo-acquirer',
  ],
];

const PROPOSALS: readonly Investigation[] = [
  [
    'Propose to decline lotteries above 100. Nothing is decided by it.',
    ['NO_LOTTERY PROPOSED', 'DECLINES_NOTHING_NEW COUNTEREXAMPLE'],
    async (callTool) => {
      const all = [
        { field: 'mcc', op: 'eq', value: '7800' },
        { field: 'amount', op: 'gt', value: '100.00' },
      ];
      const body = { name: 'NO_LOTTERY', effect: '57', condition: { all } };
      const { rule_id } = await callTool('rules_create', { body });
      const { answers } = await callTool('rules_analyze', { body: { rule_id } });
      for (const step of ['rules_shadow', 'rules_propose']) await callTool(step, { rule_id, body: { version: 1 } });
      const [state = ''] = statesOf([await callTool('rules_retrieve', { rule_id })]);
      const found = answers.find(({ question }: { question: string }) => question === 'DECLINES_NOTHING_NEW');
      return [state, `${found.question} ${found.verdict}`];
    },
  ],
];

investigate([...RULES, ...OPERATIONS, ...MERCHANTS, ...PROPOSALS]);
