import { expect } from 'vitest';
import type { Answer } from '../test-server.ts';
import { envelopeNamesOf, hasExtendedEnvelope, REQUEST_HEADER } from './envelope-requests.ts';
import type { TwoBanks } from './two-banks.ts';

const ACTION_CODES: Record<string, string> = { '201': '05', '202': '05', '204': '91' };
const NOTIFICATION_CODES: Record<string, string> = { '201': '63', '202': '63', '203': '63', '204': '96' };
const OUTCOME_TYPES: Record<string, string> = { '201': 'ACCESS', '202': 'ACCESS', '203': 'ACCESS', '204': 'ACCESS' };
const HTTP: Record<string, number> = { '201': 401, '202': 403, '203': 403, '204': 429 };

/** Expects the whole refusal in the shape of its operation, with the request's header echoed. */
export function expectRefusal(
  { own }: Pick<TwoBanks, 'own'>,
  id: string,
  answer: Answer,
  code: string,
  header: object = {},
  http = HTTP[code],
): void {
  expect([id, answer.status]).toEqual([id, http]);
  const envelopeNames = envelopeNamesOf(id);
  if (envelopeNames !== undefined) {
    const time = expect.stringMatching(/^20\/11\/2026 (08|12):00:00$/);
    const { timestamp: _, ...echoed } = REQUEST_HEADER;
    expect(answer.json).toEqual({
      GwSrvResponse: {
        [`response_${envelopeNames[2] ?? envelopeNames[0]}`]: {
          header: { ...echoed, ...header, msg_function: envelopeNames[1], timestamp: time },
          exception_details: {
            application_name: 'CARDWRIGHT',
            date_time: time,
            status: 'F',
            error_code: code,
            error_description: expect.stringMatching(/^.{10,100}$/),
            transaction_ref_id: 'TRACK-77',
            ...(hasExtendedEnvelope(id) && {
              trace: expect.stringMatching(/^(isolation|[\w-]{36})$/),
              type: OUTCOME_TYPES[code],
              data: '',
            }),
          },
          body: { errors: [{ path: '', code, message: expect.any(String) }] },
        },
      },
    });
  } else if (id === 'authorization.authorize-ecommerce') {
    expect(answer.json).toMatchObject({
      Message_Type: 'Ecom_Resp',
      CARD_NUMBER: `${own.cardNumber.slice(0, 6)}******${own.cardNumber.slice(-4)}`,
      Retrieval_Reference_Number: '700000000001',
      System_Trace_Audit_Number: '700001',
      Transaction_Amount: '000000002500',
      Approval_Code: '      ',
      Action_Code: ACTION_CODES[code],
      Additional_Response_Data: `ERROR_${code}`,
    });
    expect(Object.keys(answer.json)).toHaveLength(25);
  } else if (id === 'receiver.receive-token-notification') {
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{12}$/),
      type: 'TC',
      timestamp: '2026-11-20T08:00:00.000Z',
      response: { status: { code: NOTIFICATION_CODES[code], description: expect.stringMatching(/^.{5,30}$/) } },
    });
  } else {
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
    expect(answer.json).toMatchObject({ status: http, error_code: code, title: expect.any(String) });
  }
}
