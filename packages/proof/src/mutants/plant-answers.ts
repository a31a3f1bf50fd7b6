import {
  type EnvelopeOperation,
  type FieldSchema,
  type JsonObject,
  type JsonValue,
  OPERATIONS,
  type Operation,
  operationAt,
  operationAuthority,
} from '@cardwright/contract';
import { everywhere, inAnswer, type Mutant } from './mutant.ts';

const operations: readonly Operation[] = OPERATIONS;
const envelopes = operations.filter((one): one is EnvelopeOperation => one.surface === 'envelope');

/** Changes only the answers of one operation. */
function ofOperation(id: string, change: (json: JsonObject) => JsonObject | undefined) {
  const altered = inAnswer(change);
  return (sent: Parameters<typeof altered>[0], answered: Parameters<typeof altered>[1]) =>
    operationAt(sent.method, sent.path)?.id === id ? altered(sent, answered) : undefined;
}

const part = (name: string, of: (inside: JsonObject) => JsonObject | undefined) => (json: JsonObject) => {
  const [[root, keyed] = []] = Object.entries(json);
  const [[key, answer] = []] = Object.entries((keyed ?? {}) as JsonObject);
  const inside = (answer as JsonObject | undefined)?.[name];
  if (root === undefined || key === undefined || typeof inside !== 'object' || inside === null) return undefined;
  const changed = of(inside as JsonObject);
  return changed && { [root]: { [key]: { ...(answer as JsonObject), [name]: changed } } };
};

const without = (name: string) => (inside: JsonObject) => {
  const { [name]: removed, ...rest } = inside;
  return removed === undefined ? undefined : rest;
};
const withValue = (name: string, put: (value: JsonValue) => JsonValue) => (inside: JsonObject) =>
  inside[name] === undefined ? undefined : { ...inside, [name]: put(inside[name]) };

/** Answers that lose a field, change one, or express it in another form. */
export function plantedInAnswers(): Mutant[] {
  return [...droppedFields(), ...lostEchoes(), ...otherForms(), ...provisioningOutcomes()];
}

function droppedFields(): Mutant[] {
  const header = ['msg_id', 'msg_type', 'msg_function', 'timestamp', 'src_application', 'bank_id'];
  const details = ['application_name', 'date_time', 'status', 'error_code', 'error_description', 'transaction_ref_id'];
  const ofEnvelopes = envelopes.flatMap((operation, at) => [
    dropped(operation, 'header', header[at % header.length] ?? 'msg_id'),
    dropped(operation, 'exception_details', details[at % details.length] ?? 'status'),
    ...requiredIn(operation.responseBody as FieldSchema)
      .filter((_, place) => place % 7 === at % 7)
      .map((name) => dropped(operation, 'body', name)),
  ]);
  const plain = operations.flatMap((operation) => {
    if (operation.surface === 'envelope' || (operation.surface === 'rest' && operationAuthority(operation) === 'ours'))
      return [];
    return requiredIn(operation.response as FieldSchema).map((name): Mutant => {
      const tamper = () => ({ answer: ofOperation(operation.id, without(name)) });
      return { id: `${operation.id} answers without ${name}`, kind: 'field dropped', tamper };
    });
  });
  return [...ofEnvelopes, ...plain];
}

function requiredIn({ required = [] }: FieldSchema): readonly string[] {
  return required;
}

function dropped({ id }: Operation, where: string, name: string): Mutant {
  const tamper = () => ({ answer: ofOperation(id, part(where, without(name))) });
  return { id: `${id} answers without ${where}.${name}`, kind: 'field dropped', tamper };
}

function lostEchoes(): Mutant[] {
  const names = [
    'msg_id',
    'msg_type',
    'src_application',
    'target_application',
    'tracking_id',
    'bank_id',
    'instance_id',
  ];
  return names.flatMap((name, at) =>
    [envelopes[at % envelopes.length], envelopes[(at + 5) % envelopes.length]].flatMap((operation): Mutant[] => {
      if (operation === undefined) return [];
      const tamper = () => ({
        answer: ofOperation(
          operation.id,
          part(
            'header',
            withValue(name, () => 'ELSE'),
          ),
        ),
      });
      return [{ id: `${operation.id} answers another ${name}`, kind: 'echo lost', tamper }];
    }),
  );
}

type Form = readonly [
  what: string,
  operation: string | undefined,
  change: (json: JsonObject) => JsonObject | undefined,
];

const year = (value: JsonValue) => String(value).replace(/^(\d\d)\/(\d\d)\/(\d{4}) /, '$3/$2/$1 ');
const FORMS: readonly Form[] = [
  ['writes the timestamp another way', undefined, part('header', withValue('timestamp', year))],
  ['writes date_time another way', undefined, part('exception_details', withValue('date_time', year))],
  ['answers under another key', 'cards.enquire-card', (json) => renamed(json, 'response_somewhere')],
  ['answers under another root', 'clients.create-client', (json) => ({ Response: Object.values(json)[0] ?? {} })],
  [
    'names another function',
    'restrictions.set-restriction',
    part(
      'header',
      withValue('msg_function', () => 'REP_SOMETHING'),
    ),
  ],
  [
    'calls success 0',
    undefined,
    part(
      'exception_details',
      withValue('error_code', (code) => (code === '000' ? '0' : code)),
    ),
  ],
  [
    'calls success OK',
    undefined,
    part(
      'exception_details',
      withValue('error_description', (text) => (text === 'Success' ? 'OK' : text)),
    ),
  ],
  [
    'truncates the reference',
    undefined,
    part(
      'exception_details',
      withValue('transaction_ref_id', (text) => String(text).slice(0, 5)),
    ),
  ],
  ['mirrors another name', 'clients.create-client', (json) => everywhere(json, 'last_name', () => 'Somebody')],
  ['omits the addresses', 'clients.create-client', part('body', without('addresses'))],
  ['returns a number for a string', 'card-settings.get-settings', (json) => everywhere(json, 'dailyCounter', () => 0)],
  [
    'returns a setting that is too long',
    'card-settings.get-settings',
    (json) => everywhere(json, 'canActivate', () => 'certainly'),
  ],
  [
    'returns the card number',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'CARD_NUMBER', (one) => String(one).replaceAll('*', '0')),
  ],
  [
    'returns amounts without zeros',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'Transaction_Amount', (one) => String(Number(one))),
  ],
  [
    'returns another RRN',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'Retrieval_Reference_Number', () => '1'),
  ],
  [
    'gives declines an approval code',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'Approval_Code', (one) => (one === '      ' ? '123456' : one)),
  ],
  [
    'gives approvals no code',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'Approval_Code', (one) => (one === '      ' ? one : '')),
  ],
  [
    'names no rule',
    'authorization.authorize-ecommerce',
    (json) => everywhere(json, 'Additional_Response_Data', () => ''),
  ],
  [
    'answers an id that is too long',
    'receiver.receive-token-notification',
    (json) => everywhere(json, 'id', (id) => `${String(id)}00`),
  ],
  ['answers another type', 'receiver.receive-token-notification', (json) => everywhere(json, 'type', () => 'OTHER')],
  [
    'answers without fractions',
    'receiver.receive-token-notification',
    (json) => everywhere(json, 'timestamp', (at) => String(at).replace(/\.\d+/, '')),
  ],
  ['lists programs backwards', 'insurance.list-programs', (json) => reversed(json)],
  ['lists a program twice', 'insurance.list-programs', (json) => doubled(json)],
  ['numbers programs differently', 'insurance.list-programs', (json) => everywhere(json, 'code', () => '13')],
  [
    'answers another identifier',
    'insurance.list-programs',
    (json) => everywhere(json, 'card_identifier_id', () => '1'),
  ],
  ['lists no findings', undefined, (json) => everywhere(json, 'errors', () => undefined)],
  [
    'reports the wrong field',
    undefined,
    (json) => everywhere(json, 'path', (path) => (path === '' ? path : `x.${String(path)}`)),
  ],
];

function otherForms(): Mutant[] {
  return FORMS.map(([what, operation, change]) => {
    const tamper = () => ({ answer: operation === undefined ? inAnswer(change) : ofOperation(operation, change) });
    return { id: `${operation ?? 'every operation'} ${what}`, kind: 'form of the answer', tamper };
  });
}

function renamed(json: JsonObject, key: string): JsonObject | undefined {
  const [[root, keyed] = []] = Object.entries(json);
  return root === undefined ? undefined : { [root]: { [key]: Object.values(keyed as JsonObject)[0] ?? {} } };
}

const productsOf = ({ insurance_products: list }: JsonObject) =>
  Array.isArray(list) && list.length > 1 ? list : undefined;

function reversed(json: JsonObject): JsonObject | undefined {
  const list = productsOf(json);
  return list && { ...json, insurance_products: [...list].reverse() };
}

function doubled(json: JsonObject): JsonObject | undefined {
  const list = productsOf(json);
  return list && { ...json, insurance_products: [...list.slice(0, 1), ...list] };
}

/** Each outcome of a request for a token, answered as another one. */
function provisioningOutcomes(): Mutant[] {
  const id = 'tokens.request-provisioning';
  const kind = 'request for a token';
  const other = (name: string, from: string, to: string): Mutant => ({
    id: `${from} of a request for a token becomes ${to}`,
    kind,
    tamper: () => ({ answer: ofOperation(id, (json) => (json[name] === from ? { ...json, [name]: to } : undefined)) }),
  });
  return [
    other('outcome', 'APPROVED', 'APPROVED_WITH_CODE'),
    other('outcome', 'APPROVED_WITH_CODE', 'APPROVED'),
    other('outcome', 'DECLINED', 'APPROVED'),
    ...['UNKNOWN_CARD', 'CARD_STATUS', 'RESTRICTED', 'TOO_MANY_TOKENS', 'TOO_MANY_ATTEMPTS'].map((reason) =>
      other('reason', reason, 'RULE'),
    ),
  ];
}
