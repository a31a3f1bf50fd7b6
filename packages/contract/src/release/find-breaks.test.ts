import { describe, expect, it } from 'vitest';
import { shapeOf } from './document-shape.ts';
import { findAdditions, findBreaks } from './find-breaks.ts';

// biome-ignore lint/suspicious/noExplicitAny: every case changes another part of the document
type Changed = any;

/**
 * A small interface: an operation with a parameter, a referenced request, and an answer that extends another schema.
 */
function interfaceOf(change: (document: Changed) => void = () => {}) {
  const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
  const document: Changed = {
    paths: {
      '/cards': {
        post: {
          summary: 'Card create',
          security: [{ oauth: ['cards:write'] }],
          parameters: [{ name: 'Channel', in: 'header', required: false, schema: { type: 'string', maxLength: 10 } }],
          requestBody: { required: false, content: json('NewCard') },
          responses: { 200: { description: 'Success', content: json('Card') }, 404: { content: json('Problem') } },
        },
      },
      '/cards/{id}': { get: { responses: { 200: { content: json('Card') } } } },
    },
    webhooks: {
      'card.*': {
        post: { 'x-event-types': ['card.created', 'card.status_changed'], requestBody: { content: json('Card') } },
      },
    },
    components: {
      schemas: {
        NewCard: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string', maxLength: 26, minLength: 1 },
            form: { type: 'string', enum: ['V', 'P'] },
            limit: { type: ['string', 'integer'] },
            fields: {
              type: 'array',
              maxItems: 100,
              items: { type: 'object', properties: { key: { type: 'string' } } },
            },
          },
        },
        Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 26 } } },
        Card: {
          allOf: [
            { $ref: '#/components/schemas/Named' },
            {
              type: 'object',
              required: ['status'],
              properties: {
                status: { type: 'string', enum: ['ACTIVE', 'BLOCKED'] },
                code: { $ref: '#/components/schemas/Code' },
                balance: { type: 'string' },
              },
            },
          ],
        },
        Code: { type: 'string', enum: ['000'], 'x-grows': true },
        Problem: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
      },
    },
  };
  change(document);
  return shapeOf(document);
}
const breaksOf = (change: (document: Changed) => void) => findBreaks(interfaceOf(), interfaceOf(change));

describe('a breaking change of a release is reported', () => {
  it.each<[what: string, change: (document: Changed) => void, breaks: string[]]>([
    ['a removed path', ({ paths }) => delete paths['/cards/{id}'], ['GET /cards/{id} is removed']],
    [
      'a path that refers to one that accepts less',
      ({ paths }) => (paths['/cards'] = { $ref: '#/paths/~1cards~1%7Bid%7D' }),
      ['POST /cards is removed'],
    ],
    [
      'a removed field of the request',
      ({ components }) => delete components.schemas.NewCard.properties.form,
      ['POST /cards request.form is removed'],
    ],
    [
      'a removed field of a list’s entries',
      ({ components }) => delete components.schemas.NewCard.properties.fields.items.properties.key,
      ['POST /cards request.fields[].key is removed'],
    ],
    [
      'a removed field of the response, once for all operations that return it',
      ({ components }) => delete components.schemas.Card.allOf[1].properties.balance,
      ['POST /cards 200.balance is removed'],
    ],
    [
      'a field of the response that moved out of its base schema',
      ({ components }) => delete components.schemas.Named.properties.name,
      ['POST /cards 200.name is removed'],
    ],
    [
      'a new mandatory field of the request',
      ({ components }) => {
        components.schemas.NewCard.properties.currency = { type: 'string' };
        components.schemas.NewCard.required.push('currency');
      },
      ['POST /cards request.currency is mandatory now'],
    ],
    [
      'a field of the response that may be absent',
      ({ components }) => components.schemas.Card.allOf[1].required.pop(),
      ['POST /cards 200.status may be absent now'],
    ],
    [
      'a type that a request no longer accepts',
      ({ components }) => (components.schemas.NewCard.properties.limit.type = 'string'),
      ['POST /cards request.limit no longer takes the type integer'],
    ],
    [
      'a new type of a response',
      ({ components }) => (components.schemas.Card.allOf[1].properties.balance.type = ['string', 'null']),
      ['POST /cards 200.balance now answers the type null'],
    ],
    [
      'a value that a request no longer accepts',
      ({ components }) => components.schemas.NewCard.properties.form.enum.pop(),
      ['POST /cards request.form no longer takes P'],
    ],
    [
      'a closed list instead of any value',
      ({ components }) => (components.schemas.NewCard.properties.name.enum = ['AMINA']),
      ['POST /cards request.name no longer takes every value, only AMINA'],
    ],
    [
      'a new value of a response',
      ({ components }) => components.schemas.Card.allOf[1].properties.status.enum.push('LOST'),
      ['POST /cards 200.status now answers LOST'],
    ],
    [
      'a smaller maximum of the request',
      ({ components }) => (components.schemas.NewCard.properties.name.maxLength = 20),
      ['POST /cards request.name has maxLength 20, was 26'],
    ],
    [
      'a first maximum of the request',
      ({ components }) => (components.schemas.NewCard.properties.form.maxLength = 1),
      ['POST /cards request.form has maxLength 1, was without'],
    ],
    [
      'fewer entries in a list of the request',
      ({ components }) => (components.schemas.NewCard.properties.fields.maxItems = 50),
      ['POST /cards request.fields has maxItems 50, was 100'],
    ],
    [
      'a larger minimum of the request',
      ({ components }) => (components.schemas.NewCard.properties.name.minLength = 2),
      ['POST /cards request.name has minLength 2, was 1'],
    ],
    [
      'a larger maximum of the response',
      ({ components }) => (components.schemas.Named.properties.name.maxLength = 50),
      ['POST /cards 200.name has maxLength 50, was 26'],
    ],
    [
      'a parameter that became mandatory',
      ({ paths }) => (paths['/cards'].post.parameters[0].required = true),
      ['POST /cards header Channel is mandatory now'],
    ],
    [
      'a removed parameter',
      ({ paths }) => paths['/cards'].post.parameters.pop(),
      ['POST /cards header Channel is removed'],
    ],
    [
      'a body that became mandatory',
      ({ paths }) => (paths['/cards'].post.requestBody.required = true),
      ['POST /cards needs a body now'],
    ],
    [
      'another status of success',
      ({ paths }) => {
        const { responses } = paths['/cards'].post;
        responses[202] = responses[200];
        delete responses[200];
      },
      ['POST /cards no longer answers 200'],
    ],
    [
      'another scope',
      ({ paths }) => (paths['/cards'].post.security = [{ oauth: ['cards:issue'] }]),
      ['POST /cards no longer admits {"oauth":["cards:write"]}'],
    ],
    [
      'a removed field of a refusal',
      ({ components }) => delete components.schemas.Problem.properties.detail,
      ['POST /cards 404.detail is removed'],
    ],
    [
      'a removed event type',
      ({ webhooks }) => webhooks['card.*'].post['x-event-types'].pop(),
      ['event card.status_changed is removed'],
    ],
    [
      'another payload of an event',
      ({ webhooks }) => (webhooks['card.*'].post.requestBody.content['application/json'].schema = { type: 'string' }),
      ['card.created', 'card.status_changed'].flatMap((type) => [
        `event ${type} now answers the type string`,
        ...['name', 'status', 'code', 'balance'].map((field) => `event ${type}.${field} is removed`),
      ]),
    ],
  ])('%s', (_what, change, breaks) => {
    expect(breaksOf(change)).toEqual(breaks);
  });
});

describe('a compatible change is not reported', () => {
  it.each<[what: string, change: (document: Changed) => void]>([
    ['nothing at all', () => {}],
    ['another description', ({ paths }) => (paths['/cards'].post.summary = 'Issue a card')],
    ['a new path', ({ paths }) => (paths['/tokens'] = paths['/cards'])],
    [
      'a new field of the request that may be absent',
      ({ components }) => (components.schemas.NewCard.properties.color = { type: 'string' }),
    ],
    [
      'a new field of the response',
      ({ components }) => {
        components.schemas.Named.properties.color = { type: 'string' };
        components.schemas.Named.required.push('color');
      },
    ],
    [
      'a larger maximum of the request',
      ({ components }) => (components.schemas.NewCard.properties.name.maxLength = 50),
    ],
    ['another value for the request', ({ components }) => components.schemas.NewCard.properties.form.enum.push('X')],
    ['another code in an open list', ({ components }) => components.schemas.Code.enum.push('101')],
    [
      'a component under another name',
      ({ paths, components }) => {
        components.schemas.CardToIssue = components.schemas.NewCard;
        delete components.schemas.NewCard;
        paths['/cards'].post.requestBody.content['application/json'].schema.$ref = '#/components/schemas/CardToIssue';
      },
    ],
    [
      'a path that refers to an equal one',
      ({ paths }) => {
        paths['/V2/cards/{id}'] = paths['/cards/{id}'];
        paths['/cards/{id}'] = { $ref: '#/paths/~1V2~1cards~1%7Bid%7D' };
      },
    ],
    ['another status of refusal', ({ paths }) => delete paths['/cards'].post.responses[404]],
  ])('%s', (_what, change) => {
    expect(breaksOf(change)).toEqual([]);
  });
});

describe('additions', () => {
  it('are new operations, parameters, fields and event types', () => {
    const now = interfaceOf(({ paths, components, webhooks }) => {
      paths['/tokens'] = paths['/cards'];
      paths['/cards'].post.parameters.push({ name: 'Trace', in: 'header', schema: { type: 'string' } });
      components.schemas.NewCard.properties.color = { type: 'string' };
      webhooks['card.*'].post['x-event-types'].push('card.renewed');
    });
    expect(findAdditions(interfaceOf(), now)).toEqual([
      'POST /cards header Trace is new',
      'POST /cards request.color is new',
      'POST /tokens is new',
      'event card.renewed is new',
    ]);
    expect(findAdditions(interfaceOf(), interfaceOf())).toEqual([]);
  });
});
