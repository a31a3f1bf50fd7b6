import { SCOPES } from '@cardwright/contract';
import type { Configuration } from '../host/configuration/configuration-schema.ts';

/**
 * In addition to the sandbox's DEMO: another bank, a bank with fraud monitoring, another acquirer, and another client of DEMO.
 */
export const MORE_BANKS: Configuration = {
  banks: [
    {
      bank_id: 'OTHR',
      bank_code: '002',
      name: 'Other Bank',
      country: 'DE',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      cut_off: '18:00',
      limit_windows: ['QUARTERLY', 'LIFETIME', 'WEEKLY'],
      functions: [
        { function: '1', merchant_categories: ['7800-7802', '7995'] },
        { function: '3', merchant_categories: ['5813'] },
      ],
      merchant_groups: [
        { id: 'GROCERIES', name: 'Groceries only', effect: 'ALLOW', merchant_categories: ['5411', '5422'] },
        { id: 'NO-TRAVEL', name: 'No travel', effect: 'REFUSE', merchant_categories: ['3000-3299', '4511'] },
      ],
      products: [
        { product_code: 'OTHER-DEBIT', name: 'Other Debit', card_type: 'DEBIT', bin: '420000' },
        {
          product_code: 'OTHER-LONG',
          name: 'Other Long',
          card_type: 'PREPAID',
          bin: '42100001',
          card_number_length: 19,
          validity_months: 3,
        },
      ],
    },
    {
      bank_id: 'FRAU',
      bank_code: '003',
      name: 'Watching Bank',
      country: 'AE',
      currency: 'AED',
      time_zone: 'Asia/Dubai',
      fraud_monitoring: true,
      products: [{ product_code: 'WATCHED', name: 'Watched', card_type: 'DEBIT', bin: '430000' }],
    },
  ],
  acquirers: [{ acquirer_id: 'OTHER', name: 'Other Acquirer', submitter_may_decide: true }],
  oauth_clients: [
    {
      client_id: 'other-acquirer',
      secret: 'other-acquirer-secret',
      kind: 'acquirer',
      acquirer_id: 'OTHER',
      scopes: ['merchants:write', 'merchants:read', 'merchants:review', 'merchants:approve'],
    },
    {
      client_id: 'second-acquirer',
      secret: 'second-acquirer-secret',
      kind: 'acquirer',
      acquirer_id: 'DEMO',
      scopes: ['merchants:write', 'merchants:read'],
    },
    {
      client_id: 'second-reviewer',
      secret: 'second-reviewer-secret',
      kind: 'acquirer',
      acquirer_id: 'DEMO',
      scopes: ['merchants:read', 'merchants:review', 'merchants:approve'],
    },
    { client_id: 'other-bank', secret: 'other-bank-secret', kind: 'bank', bank_id: 'OTHR', scopes: [...SCOPES] },
    { client_id: 'watching-bank', secret: 'watching-bank-secret', kind: 'bank', bank_id: 'FRAU', scopes: [...SCOPES] },
    {
      client_id: 'reading-network',
      secret: 'reading-network-secret',
      kind: 'network',
      scopes: ['authorizations:write', 'authorizations:read'],
    },
    {
      client_id: 'second-network',
      secret: 'second-network-secret',
      kind: 'network',
      scopes: ['authorizations:write', 'authorizations:read'],
    },
  ],
};
