import {
  breakAllTexts,
  FAULT_KINDS,
  type FieldSchema,
  faultsOf,
  type JsonObject,
  OPERATIONS,
  type Operation,
} from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { envelopeSamples } from '../../../../../cli/src/conformance/samples/envelope-samples.ts';
import { storedRows } from '../../../testing/database/stored-rows.ts';
import { faultCodeOf, TOLERABLE_CODES } from '../../../testing/decisions/fault-codes.ts';
import { envelopeBodyOf, sampleOf } from '../../../testing/requests/sample-requests.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

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
/**
 * These objects do not exist, except for the card number: it is the sandbox's, and its account gives the currency of
 * the limits.
 */
const BODIES = envelopeSamples(
  {
    customerId: 'CIF-1',
    accountNumber: '001000000001',
    exid: '9000000000000000001',
    cardNumber: '4000001000000016',
  },
  {
    bankCode: '001',
    currency: 'AED',
    productCode: 'DEBIT-CLASSIC',
    bin: '400000',
    newCustomerId: 'CIF-1',
    newCardNumber: '4000001234567899',
    later: '2026-12-24',
  },
);

interface Sample {
  responseKey: string;
  responseFunction: string;
  requestFunction: string;
  /** Whether exception_details carry trace, type and data. */
  extendedDetails?: true | undefined;
  /** With every optional field. */
  body: JsonObject;
}

const server = fileServer();
beforeAll(async () => {
  await Promise.all([server.token('demo-bank'), server.token('demo-network')]);
});

/**
 * The answer repeats what could be read, cut to the table's maximum, and always has the mandatory fields
 * (docs/interface/requests.md#response-header).
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

/** An operation without a sample uses its published example. */
function samples(): [id: string, Sample][] {
  return OPERATION_LIST.flatMap((operation): [string, Sample][] => {
    if (operation.surface !== 'envelope') return [];
    const { id, responseKey, responseFunction, requestFunction, extendedDetails } = operation;
    const body = BODIES[id] ?? envelopeBodyOf(sampleOf(id));
    return [[id, { responseKey, responseFunction, requestFunction, extendedDetails, body }]];
  });
}

describe.each(samples())('%s', (id, sample) => {
  const operation = OPERATION_LIST.find((candidate) => candidate.id === id)!;
  if (operation.surface !== 'envelope') throw new Error(`${id} is no envelope operation`);
  const schema = operation.request as unknown as FieldSchema;
  const valid = { header: { ...HEADER, msg_function: sample.requestFunction }, body: sample.body };
  const faults = faultsOf(schema, valid).filter(({ kind, path }) => !TOLERABLE_CODES.has(`${kind} ${path}`));
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
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape
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

  it('every text broken at once: the answer lists all of them', async () => {
    const { request, paths } = breakAllTexts(schema, valid);
    const { exception_details: details, body } = answered(await send(request));
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual(paths);
    expect(new Set(body.errors.map((error: { code: string }) => error.code))).toEqual(new Set(['105']));
    expect(details).toMatchObject({ status: 'F', error_code: '105' });
  });

  it('an empty header and body: the answer lists every mandatory field of both', async () => {
    const { body } = answered(await send({ header: {}, body: {} }));
    const mandatory = faults.filter(({ kind, path }) => kind === 'missing' && /^(header|body)\.[^.[]+$/.test(path));
    expect(body.errors.map((error: JsonObject) => `${error.code} ${error.path}`)).toEqual(
      mandatory.map(({ path }) => `103 ${path}`),
    );
  });

  it('stores nothing of these requests', async () => {
    expect(await storedRows(server)).toEqual(before);
  });
});
