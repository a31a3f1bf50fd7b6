import { randomUUID } from 'node:crypto';
import {
  breakAllTexts,
  type FieldSchema,
  faultsOf,
  type InputFault,
  type JsonObject,
  TokenNotification,
} from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { FAULT_CODES } from '../../../testing/decisions/fault-codes.ts';
import { type AnyType, notification } from '../../../testing/notifications.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

/**
 * The server accepts values that are one character longer than the table allows
 * (docs/interface/requests.md#tolerances).
 */
const LONGER = ['details.card.id.value', 'details.card.cbsNumber', 'details.token.requestorId'];

const SCHEMA = TokenNotification as unknown as FieldSchema;
/** A notification with every field of the table, those of other types included. */
const VALID = notification('TD') as unknown as JsonObject;
const COMPLETE = {
  ...VALID,
  details: {
    ...(VALID.details as JsonObject),
    token: { ...((VALID.details as JsonObject).token as JsonObject), activationPref: 'SMS', activationCode: '482913' },
  },
};

const server = fileServer();

function send(payload: JsonObject): Promise<Answer> {
  return server.request({ method: 'POST', url: '/V2/webhook/TokenNotification', as: 'demo-bank', payload });
}

function expectFormatError(answer: Answer, type: string, errors: string): void {
  expect(answer.status).toBe(400);
  expect(answer.headers['contract-errors']).toBe(errors);
  expect(answer.json).toEqual({
    id: expect.stringMatching(/^[0-9A-Z]{12}$/),
    type,
    timestamp: '2026-11-20T08:00:00.000Z',
    response: { status: { code: '30', description: 'format error' } },
  });
}

const isAccepted = ({ kind, path }: InputFault) => kind === 'too long' && LONGER.includes(path);

describe('a token notification', () => {
  it('with every field is accepted', async () => {
    expect((await send(COMPLETE)).status).toBe(200);
  });

  it('with each of its fields in turn broken in every way: 30, with that field’s code and path and nothing else', async () => {
    const faults = faultsOf(SCHEMA, COMPLETE).filter((fault) => !isAccepted(fault));
    expect(faults.length).toBeGreaterThan(60);
    for (const fault of faults) {
      const answer = await send(fault.request);
      const type = fault.path === 'type' ? '' : 'TD';
      expect({ ...fault, errors: answer.headers['contract-errors'] }).toEqual({
        ...fault,
        errors: `${FAULT_CODES[fault.kind]} ${fault.path}`,
      });
      expectFormatError(answer, type, `${FAULT_CODES[fault.kind]} ${fault.path}`);
    }
  });

  it('with every field broken at once is answered with every finding, in the order of the table', async () => {
    const { request, paths } = breakAllTexts(SCHEMA, COMPLETE);
    expect(paths).toHaveLength(19);
    expectFormatError(await send(request), '', paths.map((path) => `105 ${path}`).join(', '));
  });

  it.each([
    ['TD', '7'],
    ['TE', '3'],
    ['TE', '4'],
    ['TE', '6'],
  ] as [AnyType, string][])('%s with the indicator %s of another event: 30', async (type, tokenEventIndicator) => {
    const message = notification(type);
    const token = { ...message.details.token, tokenEventIndicator };
    const answer = await send({ ...message, details: { ...message.details, token } } as unknown as JsonObject);
    expectFormatError(answer, type, '106 details.token.tokenEventIndicator');
  });

  it('that is refused leaves nothing behind', async () => {
    await send(COMPLETE);
    expect((await send({ ...COMPLETE, id: randomUUID(), type: 'XX' })).status).toBe(400);
    const rows = await server.db.sql('select notification_id from received_notifications');
    expect(rows).toEqual([{ notification_id: VALID.id }]);
  });
});
