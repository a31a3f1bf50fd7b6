import { type Investigation, investigate, type ToolCall } from '../testing/investigate.ts';
import { INJECTION, type InvestigatedWorld } from '../testing/investigated-world.ts';

const account = ({ card }: InvestigatedWorld) => ({ account_number: card.accountNumber });
const exid = ({ exid: id }: { exid: string }) => ({ card_identifier_id: id, card_identifier_type: 'EXID' });
const payment = (callTool: ToolCall, reference: string, explain = 'en') =>
  callTool('authorizations_retrieve', { Retrieval_Reference_Number: reference, explain });
const sentence = (decision: { explanation: { sentences: { about: string; text: string }[] } }, about = 'reason') =>
  decision.explanation.sentences.find((one) => one.about === about)?.text;
const last = (decision: { trace: { rule: string; saw: object }[] }) => decision.trace.at(-1);
/** Decides a payment again with changes. The masked number and the expiry of the payment identify its card. */
const whatIf = async (callTool: ToolCall, reference: string, fields: object, more: object = {}) => {
  const { message } = await payment(callTool, reference);
  const changed = { ...message, Retrieval_Reference_Number: '632477777777', ...fields };
  const { action_code, rule } = await callTool('authorizations_preview', { body: { message: changed, ...more } });
  return [action_code, rule];
};

const PAYMENTS: readonly Investigation[] = [
  [
    'By how much did the account lack money for this payment?',
    ['INSUFFICIENT_FUNDS', { available_before: '97500', available_after: '-92500', funds_check: true }],
    async (callTool, { funds }) => {
      const found = await payment(callTool, funds);
      return [found.rule, last(found)?.saw];
    },
  ],
  [
    'What would have made the payment succeed?',
    'It would have been approved with an amount of at most 975.00 AED or 925.00 AED more available.',
    async (callTool, { funds }) => sentence(await payment(callTool, funds), 'otherwise'),
  ],
  [
    'Which rule of the bank refused the hotel, and who approved it and why?',
    ['57', 'NO_HOTELS', 'demo-checker', 'Fraud wave of November'],
    async (callTool, { ruled }) => {
      const { action_code, rule } = await payment(callTool, ruled);
      const { items } = await callTool('rules_list', { state: 'LIVE' });
      const [version] = items.find(({ name }: { name: string }) => name === rule).versions;
      return [action_code, rule, version.approved_by, version.approved_reason];
    },
  ],
  [
    'Why was the hotel refused, for an Arabic speaker?',
    ['ar', true],
    async (callTool, { ruled }) => {
      const { explanation } = await payment(callTool, ruled, 'ar');
      return [explanation.language, /[\u0600-\u06ff]/.test(explanation.sentences[0].text)];
    },
  ],
  [
    'Which limit was reached, and how much of it is left until when?',
    ['DAY_SPEND', '300.00', '180.00', '2026-11-20T20:00:00.000Z'],
    async (callTool, of) => {
      const { rule } = await payment(callTool, of.limited);
      const { max, left, returns_to_zero_at } = await callTool('limits_retrieve', { id: rule, ...account(of) });
      return [rule, max, left, returns_to_zero_at];
    },
  ],
  [
    'Which control of the wallet token refused the payment?',
    ['TOKEN_AMOUNT', '20.00', ['5411']],
    async (callTool, { tokenDecline }) => {
      const { rule, token_reference } = await payment(callTool, tokenDecline);
      const { maxAmount, categories } = await callTool('tokens_controls', { token_reference });
      return [rule, maxAmount, categories.allowed];
    },
  ],
  [
    'Which group of merchants kept the card of the other bank from a restaurant?',
    ['MERCHANT_GROUP_OFF', { group: 'GROCERIES', merchant_category: '5812' }],
    async (callTool, { grouped }) => {
      const found = await payment(callTool, grouped);
      return [found.rule, last(found)?.saw];
    },
    'other-bank',
  ],
  [
    'Did the network decline a payment without the bank, and with which code?',
    [['R00000000777', '61', 'CHIP']],
    async (callTool, of) => {
      const { items } = await callTool('authorizations_list', { ...account(of), rule: 'NETWORK_DECLINED' });
      return items.map((one: Record<string, string>) => [one.retrieval_reference_number, one.action_code, one.channel]);
    },
  ],
  [
    'In which form did the ISO 8583 advice arrive?',
    ['0120', { action_code: '61', approval_code: '' }],
    async (callTool) => {
      const found = await payment(callTool, 'R00000000777');
      return [found.message.Message_Version, last(found)?.saw];
    },
  ],
  [
    'What does this ISO 8583 message say?',
    ['authorization request (ISO 8583:1987)', [2, 3, 35], '476173******0010'],
    async (callTool) => {
      const message = Buffer.from('01006000000020000000164761739001010010000000214761739001010010=2712').toString(
        'hex',
      );
      const { type, fields } = await callTool('iso8583_decode', { message, specification: 'iso1987-ascii' });
      return [type, fields.map(({ field }: { field: number }) => field), fields[0].text];
    },
  ],
  [
    'Which declines does the account have?',
    ['DAY_SPEND', 'INSUFFICIENT_FUNDS', 'NETWORK_DECLINED', 'NO_HOTELS', 'TOKEN_AMOUNT'],
    async (callTool, of) => {
      const { items } = await callTool('authorizations_list', { ...account(of), state: 'DECLINED' });
      return items.map(({ rule }: { rule: string }) => rule).sort();
    },
  ],
  [
    'Which payments above 100 were approved?',
    [['120.00', 'RESERVED']],
    async (callTool, of) => {
      const { items } = await callTool('authorizations_list', {
        ...account(of),
        min_amount: '100.00',
        action_code: '00',
      });
      return items.map(({ amount, state }: Record<string, string>) => [amount, state]);
    },
  ],
  [
    'What happened at the merchant with the strange name?',
    [['00', INJECTION]],
    async (callTool) => {
      const { items } = await callTool('authorizations_list', { merchant: 'EVIL00000000001' });
      return items.map((one: Record<string, string>) => [one.action_code, one.merchant_name_location?.trim()]);
    },
  ],
  [
    'Would the hotel be approved in a supermarket?',
    ['00', 'APPROVED'],
    (callTool, { ruled }) => whatIf(callTool, ruled, { Merchant_Type: '5411' }),
  ],
  [
    'Would a smaller amount have been approved?',
    ['00', 'APPROVED'],
    (callTool, { funds }) => whatIf(callTool, funds, { Transaction_Amount_Cardholder_Billing: '000000009000' }),
  ],
  [
    'Would the approved payment be refused if internet payments were switched off?',
    ['57', 'ECOM_OFF'],
    (callTool, { approved }) => whatIf(callTool, approved, {}, { cardSettings: { ecomStatus: 'OFF' } }),
  ],
];

const CUSTOMERS: readonly Investigation[] = [
  [
    'Whose card is it, and which accounts does this person have?',
    ['Test Holder', 1],
    async (callTool, { card: { customerId: customer_id } }) => {
      const { items } = await callTool('accounts_list', { customer_id });
      const { personal_details: person } = await callTool('clients_retrieve', { customer_id });
      return [`${person.first_name} ${person.last_name}`, items.length];
    },
  ],
  [
    'How much can the account spend?',
    '830.00 170.00 1000.00',
    async (callTool, of) => {
      const { balances } = await callTool('accounts_retrieve', account(of));
      return balances.map(({ amount }: { amount: string }) => amount).join(' ');
    },
  ],
  [
    'What is the state of the card, and who changed it?',
    ['BLOCKED', 'demo-bank'],
    async (callTool, { blocked }) => {
      const { items } = await callTool('cards_list', { account_number: blocked.accountNumber });
      const history = await callTool('accounts_history', { account_number: blocked.accountNumber });
      const change = history.items.find(({ kind }: { kind: string }) => kind === 'CARD_STATUS');
      return [items[0].card_status, change.actor];
    },
  ],
  [
    'What did the audit log record about the block?',
    [{ status: 'ACTIVE' }, { status: 'BLOCKED' }],
    async (callTool, { blocked }) => {
      const input = { subject: `card:${blocked.exid}`, operation: 'cards.change-status' };
      const { items } = await callTool('audit_list', input);
      return [items[0].before, items[0].after];
    },
  ],
  [
    'Which switches and limits does the account have, and which come from its product?',
    ['OFF', '40.00', ['cashTransactionLimit']],
    async (callTool, { blocked }) => {
      const { cardSettings, inherited } = await callTool('card_settings_retrieve', {
        body: { accountNumber: blocked.exid },
      });
      return [cardSettings.ecomStatus, cardSettings.dailyLimit, inherited.fields];
    },
  ],
  [
    'Which restrictions does the card have?',
    [],
    async (callTool, { blocked }) => (await callTool('restrictions_retrieve', { body: exid(blocked) })).restrictions,
  ],
  [
    'Is an exception open for this customer?',
    ['OPEN', 'SHOP00000000042', '90.00'],
    async (callTool, of) => {
      const [found] = (await callTool('accounts_list_exceptions', account(of))).items;
      return [found.state, found.merchantId, found.maxAmount];
    },
  ],
  [
    'Which insurance does the card have?',
    [],
    async (callTool, { card }) => {
      const input = { card_identifier_id: card.exid, card_identify_type: 'EXID' };
      return (await callTool('insurances_list', input)).insurance_products;
    },
  ],
  [
    'What did colleagues note about the customer?',
    [],
    async (callTool, { card }) => (await callTool('clients_notes', { customer_id: card.customerId })).items,
  ],
  ['How many cards wait for embossing?', 3, async (callTool) => (await callTool('embossing_retrieve')).waiting],
  [
    'In which wallets is the card?',
    [
      ['Example Pay', 'REQUESTED'],
      ['Example Pay', 'ACTIVE'],
    ],
    async (ask, { card }) => {
      const { tokens } = await ask('tokens_list', exid(card));
      return tokens.map((one: Record<string, string>) => [one.requestor_name, one.token_state]);
    },
  ],
  [
    'What happened to the token so far?',
    ['PROVISION', 'APPROVE'],
    async (ask, { token }) => {
      const { history } = await ask('tokens_retrieve', { token_reference: token });
      return history.map(({ event }: { event: string }) => event);
    },
  ],
  [
    'Why did the wallet ask the cardholder for a code?',
    ['APPROVED_WITH_CODE', 'SCORES', 'A code is required because of the scores: account 1, device 1.'],
    async (ask, { card }) => {
      const [found] = (await ask('tokens_list_provisionings', { card: card.exid })).items;
      const decision = await ask('tokens_retrieve_provisioning', { decision_id: found.decision_id, explain: 'en' });
      return [decision.outcome, decision.rule, sentence(decision)];
    },
  ],
];

investigate([...PAYMENTS, ...CUSTOMERS]);
