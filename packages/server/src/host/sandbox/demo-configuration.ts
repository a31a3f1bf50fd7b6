import { SCOPES } from '@cardwright/contract';
import type { Caller } from '../../platform/access/index.ts';
import type { Configuration } from '../configuration/configuration-schema.ts';

/** A bank cannot use the scopes of acquirers. */
const BANK_SCOPES = SCOPES.filter((scope) => !scope.startsWith('merchants:'));

export const DEMO_ACQUIRER_ID = 'DEMO';

/** Published credentials: production refuses them (docs/operate/production.md). */
export const DEMO_CALLERS = [
  { client_id: 'demo-bank', secret: 'demo-bank-secret', kind: 'bank', bank_id: 'DEMO', scopes: BANK_SCOPES },
  // a second caller must approve a proposed rule, or a requested change (docs/interface/change-requests.md)
  {
    client_id: 'demo-checker',
    secret: 'demo-checker-secret',
    kind: 'bank',
    bank_id: 'DEMO',
    scopes: [
      ...['programs:read', 'rules:approve', 'changes:read', 'changes:approve'],
      ...['tasks:read', 'tasks:write', 'exceptions:decide'],
    ] as const,
    approver: true,
  },
  {
    client_id: 'demo-network',
    secret: 'demo-network-secret',
    kind: 'network',
    scopes: ['authorizations:write', 'tokens:provision'],
  },
  demoAcquirer('demo-acquirer', [
    'merchants:write',
    'merchants:read',
    'merchants:review',
    'merchants:approve',
    'merchants:configure',
    'changes:read',
    'changes:write',
    'webhooks:write',
    'webhooks:read',
    'contract-warnings:read',
    'audit:read',
    'exports:own',
  ]),
  // an approval needs a second person (docs/interface/merchant-review.md#two-people)
  demoAcquirer('demo-reviewer', ['merchants:read', 'merchants:review']),
  {
    ...demoAcquirer('demo-approver', ['merchants:read', 'merchants:approve', 'changes:read', 'changes:approve']),
    approver: true,
  },
] satisfies Configuration['oauth_clients'];

function demoAcquirer(clientId: string, scopes: Configuration['oauth_clients'][number]['scopes']) {
  const kind = 'acquirer' as const;
  return { client_id: clientId, secret: `${clientId}-secret`, kind, acquirer_id: DEMO_ACQUIRER_ID, scopes };
}

export const DEMO_BANK_ID = 'DEMO';
export const DEMO_BANK_CODE = '001';

/** The caller that sets up the sandbox through the operations of a bank. */
export const SEEDER: Caller = {
  clientId: 'sandbox',
  sender: 0,
  kind: 'bank',
  bankId: DEMO_BANK_ID,
  scopes: new Set(BANK_SCOPES),
};

export const DEMO_CONFIGURATION: Configuration = {
  banks: [
    {
      bank_id: DEMO_BANK_ID,
      bank_code: DEMO_BANK_CODE,
      name: 'Demo Bank',
      country: 'AE',
      currency: 'AED',
      time_zone: 'Asia/Dubai',
      // for trying a change that needs a second person: to a list that a live rule reads
      second_person: ['list.change'],
      functions: [
        { function: '1', merchant_categories: ['7800-7802', '7995'] },
        { function: '2', merchant_categories: ['5813', '5921'] },
        { function: '3', merchant_categories: ['4829', '6051', '6540'] },
      ],
      payment_exceptions: [
        { role: 'agent', max_amount: '500.00', per_day: 5 },
        { role: 'card-operations', max_amount: '5000.00', per_day: 50 },
        { role: 'client', max_amount: '10000.00', per_day: 1000 },
      ],
      resource_strings: [
        {
          app_name: 'DEMO-APP',
          strings: [
            { key: 'FUNCTION1', value: 'Gambling' },
            { key: 'FUNCTION2', value: 'Bars and liquor stores' },
            { key: 'FUNCTION3', value: 'Money transfer and quasi cash' },
          ],
        },
      ],
      products: [
        { product_code: 'DEBIT-CLASSIC', name: 'Debit Classic', card_type: 'DEBIT', bin: '400000' },
        {
          product_code: 'CREDIT-GOLD',
          name: 'Credit Gold',
          card_type: 'CREDIT',
          bin: '510000',
          can_activate: true,
          permissions: [true, true, false, false, false],
        },
        { product_code: 'PREPAID-BASIC', name: 'Prepaid Basic', card_type: 'PREPAID', bin: '410000' },
      ],
      insurance_programs: [
        {
          code: '01',
          name: 'Credit Shield',
          parameters: {
            insurance_company: 'DEMO INSURANCE',
            grace_period_duration: '30',
            grace_period_type: 'D',
            dlq_cancel_auto_reinstate: 'Y',
            dlq_cancel_man_reinstate: 'Y',
            allow_zero_coverage: 'N',
            max_coverage_behavior: 'C',
            minimum_fee: '5.00',
            base_fee: '0.00',
            percentage: '0.99',
            max_coverage: '100000.00',
            max_age: '65',
          },
        },
        {
          code: '02',
          name: 'Purchase Protection',
          parameters: {
            insurance_company: 'DEMO INSURANCE',
            grace_period_duration: '14',
            grace_period_type: 'D',
            dlq_cancel_auto_reinstate: '',
            dlq_cancel_man_reinstate: '',
            allow_zero_coverage: 'Y',
            max_coverage_behavior: '',
            minimum_fee: '0.00',
            base_fee: '12.50',
            percentage: '0',
            max_coverage: '20000.00',
            max_age: '99',
          },
        },
        {
          code: '03',
          name: 'Travel Care',
          parameters: {
            insurance_company: 'DEMO TRAVEL INSURANCE',
            grace_period_duration: '1',
            grace_period_type: 'M',
            dlq_cancel_auto_reinstate: 'N',
            dlq_cancel_man_reinstate: 'N',
            allow_zero_coverage: 'N',
            max_coverage_behavior: 'R',
            minimum_fee: '10.00',
            base_fee: '25.00',
            percentage: '0',
            max_coverage: '250000.00',
            max_age: '70',
          },
        },
      ],
    },
  ],
  // without catalogues, the server accepts any value of the right shape (docs/interface/merchant-onboarding.md#catalogues)
  acquirers: [{ acquirer_id: DEMO_ACQUIRER_ID, name: 'Demo Acquirer', restricted_mccs: ['7995', '7801-7802'] }],
  oauth_clients: DEMO_CALLERS,
};
