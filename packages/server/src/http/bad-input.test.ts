import { type FieldSchema, type JsonObject, OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allTextsBroken, FAULT_KINDS, faultCodeOf, faultsOf, TOLERATED } from '../testing/input-faults.ts';
import { envelopeBodyOf, sampleOf } from '../testing/sample-requests.ts';
import { storedRows } from '../testing/stored-rows.ts';
import { type Answer, type TestServer, testServer } from '../testing/test-server.ts';

const HEADER = {
  msg_id: 'BAD000000001',
  msg_type: 'TRANSACTION',
  src_application: 'TEST',
  target_application: 'CARDWRIGHT',
  timestamp: '20/11/2026 12:00:00',
  tracking_id: 'TRACK-77',
  bank_id: 'DEMO',
  instance_id: 'I1',
};
const CUSTOM_FIELDS = [{ key: 'CL-SEGMENT', value: 'GOLD' }];
const CARD = { card_identifier_id: '9000000000000000001', card_identifier_type: 'EXID' };
const ACCOUNT = { account_identifier_id: '001000000001', account_identifier_type: 'CONTRACT_NUMBER' };
const DOCUMENT = { number: 'N1234567', type: 'PASSPORT', expiry_date: '2030-12-31' };

interface Sample {
  responseKey: string;
  responseFunction: string;
  requestFunction: string;
  /** Whether exception_details carry trace, type and data. */
  extendedDetails?: true | undefined;
  /** With every optional field. */
  body: JsonObject;
}

/** Every switch of the card settings, with its time. */
function switches(status: string, onUntil: string): JsonObject {
  const names = [
    'master',
    'cardPresent',
    'cardNotPresent',
    'ecom',
    'moto',
    'recurring',
    'fallback',
    'purchase',
    'cash',
  ];
  const all = [...names, 'function1', 'function2', 'function3'];
  return Object.fromEntries(
    all.flatMap((name) => [
      [`${name}Status`, status],
      [`${name}OnUntil`, onUntil],
    ]),
  );
}

/** One valid request for each envelope operation. */
const SAMPLES: Record<string, Sample> = {
  'clients.create-client': {
    responseKey: 'response_client_create',
    requestFunction: 'REQ_CLIENT_CREATE',
    responseFunction: 'REP_GENERIC_CUSTOMER_DETAILS',
    body: {
      customer_id: 'CIF-1',
      bank_code: '001',
      external_client_number: 'EXT-1',
      card_name: 'AMINA SALEH',
      card_type: 'DEBIT',
      personal_details: {
        gender: 'Female',
        title: 'Ms',
        first_name: 'Amina',
        last_name: 'Saleh',
        middle_name: 'N',
        citizenship: 'ARE',
        marital_status: 'Single',
        date_of_birth: '1994-02-28',
        place_of_birth: 'Dubai',
        language: 'ENG',
        security_name: 'Falcon',
      },
      contact_details: { home_phone: '1', work_phone: '2', mobile_phone: '3', email: 'amina@example.com' },
      addresses: [
        {
          address_type: 'PERMANENT',
          address_line_1: '1 Creek Road',
          address_line_2: 'Floor 2',
          address_line_3: 'Flat 3',
          address_line_4: 'Left',
          email: 'home@example.com',
          phone: '4',
          city: 'Dubai',
          country: 'ARE',
          zip: '00000',
          state: 'DU',
        },
      ],
      identity_proof_document: DOCUMENT,
      supplementary_documents: [DOCUMENT],
      employment_details: { employer_name: 'Souk LLC', income: '25000', occupation: 'Engineer' },
      custom_fields: CUSTOM_FIELDS,
    },
  },
  'accounts.create-account': {
    responseKey: 'response_account_create',
    requestFunction: 'REQ_ACCOUNT_CREATE',
    responseFunction: 'REP_ACCOUNT_CREATE',
    body: {
      customer_id: 'CIF-1',
      card_type: 'DEBIT',
      account: { customer_id: 'CIF-1', branch_code: '001', product_code: 'DEBIT-CLASSIC', currency: 'AED' },
      custom_fields: CUSTOM_FIELDS,
    },
  },
  'accounts.post-transaction': {
    responseKey: 'response_account_transaction',
    requestFunction: 'REQ_ACCOUNT_TRANSACTION',
    responseFunction: 'REP_ACCOUNT_TRANSACTION',
    body: {
      ...ACCOUNT,
      transaction: {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '10.00',
        currency: 'AED',
        transaction_ref_number: 'REF-1',
      },
    },
  },
  'accounts.enquire-balance': {
    responseKey: 'response_account_balance_enquiry',
    requestFunction: 'REQ_ACCOUNT_BALANCE_ENQUIRY',
    responseFunction: 'REP_ACCOUNT_BALANCE_ENQUIRY',
    body: ACCOUNT,
  },
  'cards.create-card': {
    responseKey: 'response_card_create',
    requestFunction: 'REQ_CARD_CREATE',
    responseFunction: 'REP_CARD_CREATE',
    body: {
      customer_id: 'CIF-1',
      account_number: '001000000001',
      card_type: 'DEBIT',
      card: {
        customer_id: 'CIF-1',
        account_number: '001000000001',
        institution_id: '00001',
        card_number: '4000001234567899',
        card_expiry_date: '3012',
        cardholder_name: 'AMINA SALEH',
        bin_number: '400000',
        product_code: 'DEBIT-CLASSIC',
        card_role: 'P',
        currency: 'AED',
        card_virtual_indicator: 'V',
      },
      custom_fields: CUSTOM_FIELDS,
    },
  },
  'cards.enquire-card': {
    responseKey: 'response_card_details',
    requestFunction: 'REQ_CARD_DETAILS',
    responseFunction: 'REP_CARD_DETAILS',
    body: CARD,
  },
  'cards.change-status': {
    responseKey: 'response_card_status_change',
    requestFunction: 'REQ_CARD_STATUS_CHANGE',
    responseFunction: 'REP_CARD_STATUS_CHANGE',
    body: { ...CARD, status: { type: 'card_status', value: 'BLOCKED' } },
  },
  'card-settings.update-settings': {
    responseKey: 'response_updatecardsettings_accountlegacy',
    requestFunction: 'REQ_UPDATE_CARDSET_ACCNTLEGACY',
    responseFunction: 'REP_UPDATE_CARDSET_ACCNTLEGACY',
    extendedDetails: true,
    body: {
      // the sandbox's own card: its account tells the currency of the limits
      accountNumber: '4000001000000016',
      appName: 'DEMO-APP',
      cardFeatureChecksum: '0'.repeat(64),
      cardSettings: {
        cardNotPresentTransactionLimit: '1500.00',
        cardPresentAllowBelowLimit: '50.00',
        cardPresentTransactionLimit: '2500.00',
        cashTransactionLimit: '1000.00',
        dailyLimit: '5000.00',
        monthlyLimit: '20000.00',
        limit1: '10000.00',
        limit2: '90000.00',
        limit3: '99999.00',
        cardPresentAllowAnyForeign: 'false',
        cardPresentAllowBelow: 'true',
        cardPresentAllowSpecificForeign: 'true',
        cardPresentAllowSpecificForeignCountries: 'DE,FRA,840',
        cardPresentAllowForeignStart: '2026-12-01T00:00:00.000+04:00',
        cardPresentAllowForeignEnd: '2026-12-31T23:59:00.000+04:00',
        ...switches('ON_UNTIL', '2026-12-24T23:59:00.000+04:00'),
        merchantGroupProfileId: 'GROUP-1',
        merchantGroupProfileName: 'Group one',
        // taken in this place too, where it says the same
        cardFeatureChecksum: '0'.repeat(64),
      },
    },
  },
  'card-settings.get-settings': {
    responseKey: 'response_getcardsettings_accountlegacy',
    requestFunction: 'REQ_GET_CARDSET_ACCNTLEGACY',
    responseFunction: 'REP_GET_CARDSET_ACCNTLEGACY',
    extendedDetails: true,
    body: { accountNumber: '4000001000000016', appName: 'DEMO-APP' },
  },
  'restrictions.set-restriction': {
    responseKey: 'response_get_restriction_usage_details',
    requestFunction: 'REQ_ENABLE_DISABLE_RESTRICTION',
    responseFunction: 'REP_ENABLE_DISABLE_RESTRICTION',
    body: {
      ...CARD,
      restriction: {
        isAllowed: true,
        restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES',
        end_date: '2026-12-31',
        allowed_values: 'DE,FRA,826',
      },
    },
  },
  'restrictions.enquire-restrictions': {
    responseKey: 'response_get_restriction_usage_details',
    requestFunction: 'REQ_GET_RESTRICTION_USAGE_DETAILS',
    responseFunction: 'REP_GET_RESTRICTION_USAGE_DETAILS',
    body: CARD,
  },
};

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  await Promise.all([server.token('demo-bank'), server.token('demo-network')]);
});
afterAll(() => server?.close());

/**
 * docs/interface/requests.md#header-of-the-answer: what could be read is repeated, cut to the table's maximum; what
 * is mandatory is always there.
 */
function echoOf(header: unknown): Record<string, string> {
  const sent = (typeof header === 'object' && header !== null ? header : {}) as Record<string, unknown>;
  const maxima = { msg_id: 12, msg_type: 12, src_application: 10, target_application: 10, bank_id: 4 };
  const repeated = Object.entries(maxima).map(([field, max]) => [field, cut(sent[field], max) ?? '']);
  for (const [field, max] of [
    ['tracking_id', 15],
    ['instance_id', 10],
  ] as const) {
    const text = cut(sent[field], max);
    if (text !== undefined) repeated.push([field, text]);
  }
  return Object.fromEntries(repeated);
}

function cut(value: unknown, max: number): string | undefined {
  return typeof value === 'string' ? [...value].slice(0, max).join('') : undefined;
}

const OPERATION_LIST = OPERATIONS as readonly Operation[];

/** An operation without a request above is tried with its published example. */
function samples(): [id: string, Sample][] {
  return OPERATION_LIST.flatMap((operation): [string, Sample][] => {
    if (operation.surface !== 'envelope') return [];
    const { id, responseKey, responseFunction, requestFunction } = operation;
    const { extendedDetails } = operation;
    const body = () => envelopeBodyOf(sampleOf(id));
    const published = () => ({ responseKey, responseFunction, requestFunction, body: body(), extendedDetails });
    return [[id, SAMPLES[id] ?? published()]];
  });
}

describe.each(samples())('%s', (id, sample) => {
  const operation = OPERATION_LIST.find((candidate) => candidate.id === id)!;
  if (operation.surface !== 'envelope') throw new Error(`${id} is no envelope operation`);
  const schema = operation.request as unknown as FieldSchema;
  const valid = { header: { ...HEADER, msg_function: sample.requestFunction }, body: sample.body };
  const faults = faultsOf(schema, valid).filter(({ kind, path }) => !TOLERATED.has(`${kind} ${path}`));
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await storedRows(server);
  });

  const send = (request: JsonObject) =>
    server.request({
      method: 'POST',
      url: `/V2${operation.path}`,
      as: 'demo-bank',
      payload: { GwSrvRequest: { [operation.requestKey]: request } },
    });
  // biome-ignore lint/suspicious/noExplicitAny: read as it came
  const answered = (answer: Answer): any => (answer.json.GwSrvResponse as JsonObject)[sample.responseKey];

  it.each(FAULT_KINDS.filter((kind) => faults.some((fault) => fault.kind === kind)))(
    'each field in turn %s: its code, its path, nothing else',
    async (kind) => {
      for (const fault of faults.filter((candidate) => candidate.kind === kind)) {
        const answer = await send(fault.request);
        const code = faultCodeOf(fault);
        const { header, exception_details: details, body } = answered(answer);
        const { header: sentHeader } = fault.request;
        const tracking = cut((sentHeader as JsonObject | undefined)?.tracking_id, 15);
        expect({ path: fault.path, http: answer.status, errors: body.errors }).toEqual({
          path: fault.path,
          http: 400,
          errors: [{ path: fault.path, code, message: expect.any(String) }],
        });
        expect(header, fault.path).toEqual({
          ...echoOf(sentHeader),
          msg_function: sample.responseFunction,
          timestamp: '20/11/2026 12:00:00',
        });
        expect(details, fault.path).toEqual({
          application_name: 'CARDWRIGHT',
          date_time: '20/11/2026 12:00:00',
          status: 'F',
          error_code: code,
          error_description: expect.stringContaining(fault.path.slice(0, 100)),
          transaction_ref_id: tracking ?? null,
          ...(sample.extendedDetails && {
            trace: expect.stringMatching(/^[\w-]{36}$/),
            type: 'REQUEST',
            data: fault.path,
          }),
        });
      }
    },
  );

  it('every text broken at once: all of them are listed', async () => {
    const { request, paths } = allTextsBroken(schema, valid);
    const { exception_details: details, body } = answered(await send(request));
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(paths);
    expect(new Set(body.errors.map((error: { code: string }) => error.code))).toEqual(new Set(['105']));
    expect(details).toMatchObject({ status: 'F', error_code: '105' });
  });

  it('nothing but empty header and body: every mandatory field of both is listed', async () => {
    const { body } = answered(await send({ header: {}, body: {} }));
    const mandatory = faults.filter(({ kind, path }) => kind === 'missing' && /^(header|body)\.[^.[]+$/.test(path));
    expect(body.errors.map((error: JsonObject) => `${error.code} ${error.path}`)).toEqual(
      mandatory.map(({ path }) => `103 ${path}`),
    );
  });

  it('stored nothing of all that', async () => {
    expect(await storedRows(server)).toEqual(before);
  });
});
