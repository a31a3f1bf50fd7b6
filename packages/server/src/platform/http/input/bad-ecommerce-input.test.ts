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
import { ecommerceMessage } from '../../../testing/cards/issued-cards.ts';
import { storedRows } from '../../../testing/database/stored-rows.ts';
import { faultCodeOf, TOLERABLE_CODES } from '../../../testing/decisions/fault-codes.ts';
import { fileServer } from '../../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await Promise.all([server.token('demo-bank'), server.token('demo-network')]);
});

const OPERATION_LIST = OPERATIONS as readonly Operation[];

describe('the e-commerce message', () => {
  const operation = OPERATION_LIST.find(({ surface }) => surface === 'flat')!;
  if (operation.surface !== 'flat') throw new Error('no flat operation');
  const schema = operation.request as unknown as FieldSchema;
  const valid = ecommerceMessage(
    { cardNumber: '4000001234567899', expiry: '3012' },
    { Currency_Conversion_Date: '20261120', Token_Reference: '00000000-0000-4000-8000-000000000000' },
  ) as JsonObject;
  const faults = faultsOf(schema, valid).filter(({ kind, path }) => !TOLERABLE_CODES.has(`${kind} ${path}`));
  /**
   * The answer of docs/interface/authorization-message.md#response, with the maxima of the table; the value Ecom_Resp
   * is longer than its 4.
   */
  const RESPONSE: Record<string, number> = {
    Message_Version: 8,
    Message_Type: 9,
    CARD_NUMBER: 19,
    From_Account: 7,
    Transaction_Amount: 12,
    Transaction_Amount_Cardholder_Billing: 12,
    Transmission_Date_Time: 17,
    System_Trace_Audit_Number: 6,
    Local_Date_Time: 17,
    Card_Expiry_Date: 8,
    Settlement_Date: 8,
    Capture_Date: 8,
    POS_Enty_Mode: 3,
    Card_Sequence_Number: 3,
    POS_Condition_Code: 2,
    Acquiring_Institution_Code: 6,
    Retrieval_Reference_Number: 12,
    Approval_Code: 6,
    Action_Code: 2,
    Card_Acceptor_Terminal_ID: 8,
    Card_Acceptor_Identification_Code: 15,
    Additional_Response_Data: 24,
    Currency_Code_Transaction: 3,
    Currency_Code_Cardholder_Billing: 3,
    From_Account_No: 28,
  };
  let before: Record<string, string>;
  beforeAll(async () => {
    before = await storedRows(server);
  });

  const send = (payload: JsonObject) =>
    server.request({ method: 'POST', url: '/V2/authorizations/Ecommerce', as: 'demo-network', payload });

  it.each(FAULT_KINDS.filter((kind) => faults.some((fault) => fault.kind === kind)))(
    'each field in turn %s: a format error, its code and path in Contract-Errors, an answer within its table',
    async (kind) => {
      for (const fault of faults.filter((candidate) => candidate.kind === kind)) {
        const answer = await send(fault.request);
        const { Currency_Conversion_Date: _, ...mandatory } = answer.json;
        expect({ http: answer.status, errors: answer.headers['contract-errors'] }).toEqual({
          http: 400,
          errors: `${faultCodeOf(fault)} ${fault.path}`,
        });
        expect(mandatory, fault.path).toMatchObject({
          Message_Type: 'Ecom_Resp',
          Action_Code: '30',
          Approval_Code: '      ',
          Settlement_Date: '20261120',
          Additional_Response_Data: `FORMAT ${fault.path}`.slice(0, 24),
        });
        expect(Object.keys(mandatory).sort(), fault.path).toEqual(Object.keys(RESPONSE).sort());
        const tooLong = Object.entries(mandatory).filter(([field, value]) => String(value).length > RESPONSE[field]!);
        expect(tooLong, fault.path).toEqual([]);
        const others = Object.keys(RESPONSE).filter(
          (field) => field in valid && !['CARD_NUMBER', 'Message_Type', fault.path].includes(field),
        );
        for (const field of others) expect(answer.json[field], field).toBe(valid[field]);
        if (fault.path !== 'CARD_NUMBER') expect(answer.json.CARD_NUMBER).toBe('400000******7899');
      }
    },
  );

  it('every field broken at once: the answer lists all of them', async () => {
    const { request, paths } = breakAllTexts(schema, valid);
    const answer = await send(request);
    expect(answer.json.Action_Code).toBe('30');
    expect(answer.headers['contract-errors']).toBe(paths.map((path) => `105 ${path}`).join(', '));
  });

  describe('an illegal code point is named with its field', () => {
    const texts = Object.entries(valid).filter(
      ([field, value]) => typeof value === 'string' && field !== 'CARD_NUMBER',
    );

    it.each(['U+202E', 'U+0085', 'U+2028'])('%s in each text in turn: 105', async (name) => {
      const point = String.fromCodePoint(Number.parseInt(name.slice(2), 16));
      for (const [field, value] of texts) {
        const answer = await send({ ...valid, [field]: `${point}${String(value).slice(1)}` });
        const outcome = `${answer.status} ${answer.json.Action_Code} ${answer.headers['contract-errors']}`;
        expect(outcome).toBe(`400 30 105 ${field} ${name}`);
        expect(answer.json.Additional_Response_Data).toBe(`FORMAT ${field}`.slice(0, 24));
        expect(answer.text).not.toContain(point);
      }
    });

    it.each([
      ['\\u0000', 'U+0000'],
      ['\\ud83d', 'U+D83D'],
    ])('%s in each text in turn: 101', async (written, name) => {
      for (const [field, value] of Object.entries(valid)) {
        const payload = JSON.stringify(valid).replace(JSON.stringify(value), `"${written}"`);
        const answer = await server.request({
          method: 'POST',
          url: '/V2/authorizations/Ecommerce',
          as: 'demo-network',
          headers: { 'content-type': 'application/json' },
          payload,
        });
        const broken = Object.keys(valid).find((one) => valid[one] === value) ?? field;
        const outcome = `${answer.status} ${answer.json.Action_Code} ${answer.headers['contract-errors']}`;
        expect(outcome).toBe(`400 30 101 ${broken} ${name}`);
      }
    });

    it('several at once: the answer lists all of them with the other findings', async () => {
      const answer = await send({
        ...valid,
        Banknet_Data: 'MDS\u202e123',
        Capture_Date: '',
        Message_Version: '1\u0007',
      });
      expect(answer.headers['contract-errors']).toBe(
        '105 Message_Version U+0007, 103 Capture_Date, 105 Banknet_Data U+202E',
      );
    });
  });

  it('an empty object: the answer lists every mandatory field', async () => {
    const mandatory = faults.filter(({ kind }) => kind === 'missing').map(({ path }) => `103 ${path}`);
    expect(mandatory).toHaveLength(25);
    expect((await send({})).headers['contract-errors']).toBe(mandatory.join(', '));
  });

  it('stores nothing of these requests', async () => {
    expect(await storedRows(server)).toEqual(before);
  });
});
