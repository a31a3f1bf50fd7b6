import { describe, expect, expectTypeOf, it } from 'vitest';
import { clientBody } from '../../../server/src/testing/cards/issued-cards.ts';
import { newId } from '../../../server/src/testing/merchants/merchants.ts';
import {
  calledServer,
  failureOf,
  losingTheFirst,
  otherServers,
  recordingFetch,
} from '../../../server/src/testing/sdk-calls.ts';
import type { AnswerOf, CardwrightOptions, EntryOf, Logger, MethodName, ParametersOf } from '../index.ts';

const called = calledServer();
const { bank, exid } = called;
const serve = otherServers();

describe('a request by path', () => {
  it('is sent with the caller’s token, and its response is returned unchanged', async () => {
    const { data, answer } = await bank()
      .request<{ tokens: unknown[] }>('GET', '/V2/tokens', undefined, {
        query: { card_identifier_id: called.card.exid, limit: 1, state: undefined },
      })
      .withAnswer();
    expect(data).toMatchObject({ tokens: [], next_cursor: null });
    expect(answer).toMatchObject({ operation: 'GET /V2/tokens', status: 200, attempts: 1 });
    // The client neither adds nor removes an envelope.
    const envelope = await failureOf(bank().request('POST', '/V2/cardservices/CardDetailsEnquiry', { a: 1 }));
    expect(envelope).toMatchObject({ operation: 'POST /V2/cardservices/CardDetailsEnquiry', kind: 'REQUEST' });
  });

  it('reports the code of a failure, and no card number', async () => {
    const number = called.card.cardNumber;
    const error = await failureOf(bank().request('GET', `/V2/tokens/${number}`));
    expect(error).toMatchObject({ status: 400, kind: 'REQUEST' });
    expect(`${error.message} ${JSON.stringify(error)} ${error.operation}`).not.toContain(number);
  });

  it('is sent only to the server for which the token was issued', () => {
    expect(() => bank().request('GET', 'https://elsewhere.example/V2/tokens')).toThrow('the path begins with a slash');
  });

  it('is repeated only if the server recognizes the repeat', async () => {
    const path = '/V2/webhook-endpoints';
    const body = { url: 'https://receiver.example.com/hook', description: 'free' };
    const first = recordingFetch(losingTheFirst);
    const { answer } = await bank({ fetch: first.fetch })
      .request('POST', path, body, { idempotencyKey: newId('K') })
      .withAnswer();
    expect(answer).toMatchObject({ isReplayed: true, attempts: 2 });
    const second = recordingFetch(losingTheFirst);
    const error = await failureOf(bank({ fetch: second.fetch }).request('POST', path, body));
    expect([error.code, second.paths.filter((one) => one === path).length]).toEqual(['connection_failed', 1]);
  });
});

type Written = [level: string, message: string, facts: Record<string, unknown>];

function storing(): { logger: Logger; written: Written[] } {
  const written: Written[] = [];
  const at = (level: string) => (message: string, facts: object) =>
    void written.push([level, message, { ...facts } as Record<string, unknown>]);
  return { written, logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } };
}

describe('the log of a client', () => {
  it('contains entries of the configured level and above, and no value of a request', async () => {
    const { logger, written } = storing();
    const body = clientBody(newId('C'));
    await bank({ logger, logLevel: 'debug', fetch: recordingFetch(losingTheFirst).fetch }).clients.create(
      body as never,
    );
    expect(written.map(([level, message]) => [level, message])).toEqual([
      ['debug', 'cardwright: a request is sent'],
      ['warn', 'cardwright: a request is sent again'],
      ['debug', 'cardwright: a request is sent'],
      ['info', 'cardwright: a request was answered'],
    ]);
    expect(written[1]?.[2]).toMatchObject({ operation: 'clients.create-client', code: 'connection_failed' });
    expect(written[3]?.[2]).toMatchObject({ operation: 'clients.create-client', status: 200, attempts: 2 });
    expect(JSON.stringify(written)).not.toContain(body.customer_id);
  });

  it('contains only entries that may require an action if no level is set', async () => {
    const { logger, written } = storing();
    await bank({ logger }).accounts.retrieveBalance({
      account_identifier_id: called.card.accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
    });
    await failureOf(bank({ logger }).cards.retrieve({ ...exid(), card_identifier_id: '9999999999999999990' }));
    expect(written).toEqual([]);
    await bank({ logger }).cards.retrieve({ ...exid(), card_identifier_type: 'CONTRACT_NUMBER / EXID' as never });
    const url = await serve((_request, response) => void response.writeHead(500).end());
    await failureOf(bank({ logger, baseUrl: url, maxRetries: 0 }).tokens.list());
    expect(written.map(([level, message, { operation }]) => [level, message, operation])).toEqual([
      ['warn', 'cardwright: a request deviates from its tables, and was accepted', 'cards.enquire-card'],
      ['error', 'cardwright: a request has failed', 'access.issue-token'],
    ]);
    const silent = storing();
    await failureOf(bank({ logger: silent.logger, logLevel: 'off', baseUrl: url, maxRetries: 0 }).tokens.list());
    expect(silent.written).toEqual([]);
    const wrong = { logger, logLevel: 'loud' } as unknown as Partial<CardwrightOptions>;
    expect(() => bank(wrong)).toThrow('logLevel is one of off, error, warn, info, debug');
  });
});

describe('the types of a method', () => {
  it('are available by its name: its argument, its result, and the entries of its list', async () => {
    const argument: ParametersOf<'cards.retrieve'> = exid();
    const card: AnswerOf<'cards.retrieve'> = await bank().cards.retrieve(argument);
    expect(card.card_identifier_id).toBe(called.card.exid);
    const query: ParametersOf<'tokens.list'> = { state: 'ACTIVE', card_identifier_id: argument.card_identifier_id };
    const page: AnswerOf<'tokens.list'> = await bank().tokens.list(query);
    const tokens: EntryOf<'tokens.list'>[] = [...page.tokens];
    expect(tokens).toEqual([]);
    expectTypeOf<ParametersOf<'tokens.retrieve'>>().toBeNever();
    expectTypeOf<'cards.lend'>().not.toExtend<MethodName>();
    // @ts-expect-error the list has no such state
    const wrong: ParametersOf<'tokens.list'> = { state: 'GONE' };
    expect(wrong).toBeDefined();
  });
});
