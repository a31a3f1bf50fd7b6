import { randomUUID } from 'node:crypto';
import { SCOPES } from '@cardwright/contract';
import { expect } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import type { Configuration } from '../../host/configuration/configuration-schema.ts';
import { DEMO_CONFIGURATION } from '../../host/sandbox/index.ts';
import { upsertInsuranceProgram } from '../../issuing/insurance/index.ts';
import { waitForIndex } from '../background-work.ts';
import { ACTIVE, changeInsurance } from '../cards/insurance.ts';
import {
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueCard,
  issueClient,
  luhnNumber,
} from '../cards/issued-cards.ts';
import { newToken } from '../cards/tokens.ts';
import { writeRule } from '../decisions/bank-rules.ts';
import type { TestServer } from '../test-server.ts';
import { registerWebhook, webhooks } from '../webhooks.ts';
import { notificationRequest } from './bank-requests.ts';
import { putView } from './keyed-view-requests.ts';

/** A bank, and another bank whose data it must not see. */
export interface TwoBanks {
  readonly server: TestServer;
  readonly own: IssuedCard;
  readonly others: IssuedCard;
  readonly othersReference: string;
  readonly othersToken: string;
  readonly othersEvent: string;
  readonly othersProvisioning: string;
  readonly othersEndpoint: string;
  readonly othersNotification: string;
  readonly othersBacktest: string;
  readonly othersList: string;
  readonly othersRule: string;
  readonly othersChangeRequest: string;
  readonly othersPaymentRequest: string;
  readonly othersExport: string;
  readonly othersView: string;
  /** A client of the other bank whose id this bank also uses for one of its clients. */
  readonly othersCustomer: string;
  /** An unused card number with the other bank's BIN. */
  readonly unknown: string;
}

/** Callers with every scope. */
const WIDE_CALLERS: Configuration['oauth_clients'] = [
  { client_id: 'wide-bank', secret: 'wide-bank-secret', kind: 'bank', bank_id: 'DEMO', scopes: [...SCOPES] },
  { client_id: 'wide-network', secret: 'wide-network-secret', kind: 'network', scopes: [...SCOPES] },
  {
    client_id: 'wide-acquirer',
    secret: 'wide-acquirer-secret',
    kind: 'acquirer',
    acquirer_id: 'ACQ',
    scopes: [...SCOPES],
  },
];

export async function twoBanks(server: TestServer): Promise<TwoBanks> {
  const own = await issueCard(server);
  const others = await issueCard(server, { as: 'other-bank' });
  const othersCustomer = await issueClient(server, 'other-bank');
  const unknown = luhnNumber('420000');
  const money = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
  const othersReference = '555000000001';
  const approved = await authorize(
    server,
    ecommerceMessage(others, { ...money, Retrieval_Reference_Number: othersReference, CARD_NUMBER: others.cardNumber }),
  );
  expect(approved.json.Action_Code).toBe('00');
  await applyConfiguration(server.db.database, { banks: [], oauth_clients: WIDE_CALLERS }, { sandbox: true });
  await upsertInsuranceProgram(server.db.database, 'OTHR', DEMO_CONFIGURATION.banks[0]!.insurance_programs![0]!);
  expect((await changeInsurance(server, others.exid, '01', ACTIVE, { as: 'other-bank' })).status).toBe(200);
  // otherwise the other bank's lists would change during a test that expects no change
  await waitForIndex(server);
  const byCode = { activation: 'CODE', activation_pref: 'SMS' };
  const othersToken = await newToken(server, others.exid, byCode, 'other-bank');
  const provisioning = { card: others.exid, requestor_id: '1', requestor_name: 'Example Pay' };
  await server.request({
    method: 'POST',
    url: '/V2/tokens/provisioning',
    as: 'demo-network',
    payload: { ...provisioning, provisioning_id: randomUUID() },
  });
  const [decided] = await server.db.sql<{ id: string }>('select decision_id as id from token_provisionings');
  const events = await server.request({ method: 'GET', url: '/V2/events?limit=1', as: 'other-bank' });
  const [{ id: othersEvent = '' } = {}] = events.json.items as { id?: string }[];
  const othersEndpoint = (await registerWebhook(server, {}, 'other-bank')).id;
  const answer = await server.request({
    method: 'POST',
    url: '/V2/backtests',
    as: 'other-bank',
    payload: { proposal: {} },
  });
  const othersBacktest = String(answer.json.backtest_id);
  const othersList = 'others-list';
  const list = { kind: 'mcc', entries: ['5411'] };
  await server.request({ method: 'PUT', url: `/V2/merchant-lists/${othersList}`, as: 'other-bank', payload: list });
  const { id: othersRule } = await writeRule(server, { field: 'mcc', op: 'eq', value: '5411' }, { as: 'other-bank' });
  const othersChangeRequest = randomUUID();
  await server.db.sql(
    `insert into change_requests (bank_id, change_request_id, kinds, operation, subject, target_version, reason,
       proposed_at, proposed_by, expires_at, state)
     values ('OTHR', $1, '{endpoint.change}', 'webhooks.delete-endpoint', 'webhook-endpoint:' || $2, 'any', 'Unused',
       now(), 'other-bank', now() + interval '7 days', 'PENDING')`,
    [othersChangeRequest, othersEndpoint],
  );
  const othersPaymentRequest = randomUUID();
  await server.db.sql(
    `insert into payment_requests (bank_id, payment_request_id, account_number, merchant_id, max_amount, currency, reason,
       requested_at, requested_by, state)
     values ('OTHR', $1, 'theirs', 'SHOP', '1.00', 'EUR', 'a', now(), 'other-bank', 'OPEN')`,
    [othersPaymentRequest],
  );
  const othersExport = randomUUID();
  await server.db.sql(
    `insert into exports (bank_id, export_id, list, query, state, requested_at, requested_by, ended_at, expires_at)
     values ('OTHR', $1, 'AUDIT', '{}', 'DONE', now(), 'other-bank', now(), '2100-01-01')`,
    [othersExport],
  );
  const othersView = randomUUID();
  await server.request({ ...putView(othersView), as: 'other-bank' });
  const othersNotification = randomUUID();
  const received = await server.request({ ...notificationRequest(othersNotification, 'AC'), as: 'other-bank' });
  expect(received.status).toBe(200);
  const pause = { as: 'other-bank', method: 'PATCH', body: { state: 'PAUSED' } } as const;
  expect((await webhooks(server, `/${othersEndpoint}`, pause)).status).toBe(200);
  return {
    server,
    own,
    others,
    othersReference,
    othersToken,
    othersEvent,
    othersProvisioning: String(decided?.id),
    othersEndpoint,
    othersNotification,
    othersBacktest,
    othersList,
    othersRule,
    othersChangeRequest,
    othersPaymentRequest,
    othersExport,
    othersView,
    othersCustomer,
    unknown,
  };
}
