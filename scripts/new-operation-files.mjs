// Writes the initial files of a new operation: a read of an object that its caller owns. The names of files and fields
// follow from the capability. Everything else is meant to be replaced.

import { ERRORS, SUCCESS } from '../packages/contract/dist/index.js';

const CLIENT = {
  field: 'customer_id',
  schema: "text(20, { description: 'Of the client' })",
  schemaImport: "import { record, text } from '../schema/fields.ts';",
  error: 'client_not_found',
  sample: 'CIF-100001',
  unknown: 'NOBODY-1',
  token: 'demo-bank',
};
const MERCHANT = {
  field: 'merchantId',
  schema: 'identifier()',
  schemaImport: "import { record } from '../schema/fields.ts';\nimport { identifier } from './merchant-fields.ts';",
  error: 'merchant_not_found',
  sample: 'HOTEL-1',
  unknown: 'NOBODY-1',
  token: 'demo-acquirer',
};

/** For each capability: the folder of its operations, their subject, and the resource of the SDK's client. */
export const CAPABILITIES = {
  clients: {
    subject: CLIENT,
    surface: 'envelope',
    service: 'cardservices',
    page: 'clients',
    scopes: 'clients:write',
    resource: 'clients',
  },
  accounts: {
    subject: CLIENT,
    surface: 'envelope',
    service: 'accountservices',
    page: 'accounts',
    resource: 'accounts',
  },
  cards: { subject: CLIENT, surface: 'envelope', service: 'cardservices', page: 'cards', resource: 'cards' },
  'card-settings': {
    subject: CLIENT,
    surface: 'envelope',
    service: 'cardcontrolservices',
    page: 'card-settings',
    scopes: 'settings',
    resource: 'cardSettings',
  },
  restrictions: {
    subject: CLIENT,
    surface: 'envelope',
    service: 'cardservices',
    page: 'restrictions',
    resource: 'restrictions',
  },
  insurance: { subject: CLIENT, surface: 'rest', page: 'insurance', resource: 'insurances' },
  authorization: {
    subject: CLIENT,
    surface: 'rest',
    page: 'decision',
    scopes: 'authorizations',
    resource: 'authorizations',
  },
  tokens: { subject: CLIENT, surface: 'rest', page: 'tokens', resource: 'tokens' },
  merchants: { subject: MERCHANT, surface: 'rest', page: 'merchant-records', room: 'records', resource: 'merchants' },
};

export function namesOf(capability, verbNoun) {
  const { surface, room, scopes = capability, page, resource, ...known } = CAPABILITIES[capability];
  const words = verbNoun.split('-');
  const upper = words.map((word) => word[0].toUpperCase() + word.slice(1));
  const folder = `packages/server/src/${capability === 'merchants' ? 'acquiring' : `issuing/${capability}`}`;
  const place = room === undefined ? folder : `${folder}/${room}`;
  const id = `${capability}.${verbNoun}`;
  const title = [upper[0], ...words.slice(1)].join(' ');
  return {
    ...known,
    id,
    sdk: `${resource}.${words[0] + upper.slice(1).join('')}`,
    capability,
    verbNoun,
    surface,
    constant: words[0] + upper.slice(1).join(''),
    pascal: upper.join(''),
    title,
    snake: words.join('_'),
    scope: scopes.includes(':') ? scopes : `${scopes}:read`,
    contract: `packages/contract/src/${capability}/${verbNoun}.ts`,
    server: `${place}/${verbNoun}.ts`,
    serverList: `${folder}/${capability.replace(/s$/, '')}-operations.ts`.replace('card-setting-', 'card-settings-'),
    serverImport: `./${room === undefined ? '' : `${room}/`}${verbNoun}.ts`,
    test: `${place}/${verbNoun}.test.ts`,
    examples: `packages/contract/examples/${id}`,
    page: `docs/interface/${page}.md`,
    section: sectionOf(id, title),
  };
}

function sectionOf(id, words) {
  const marker = (text) => `<!-- ${text} -->\n\n<!-- end -->`;
  const parts = [
    `## ${words}`,
    marker(`operation: ${id}`),
    `**Request**\n\n${marker(`fields: ${id} request`)}`,
    `**Response**\n\n${marker(`fields: ${id} answer`)}`,
    marker(`examples: ${id}`),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the path and the text of each file. The two examples are numbered from `number`. */
export function filesOf(names, number) {
  const { surface, contract, server, test, examples } = names;
  return [
    [contract, surface === 'envelope' ? envelopeContract(names) : restContract(names)],
    [server, surface === 'envelope' ? envelopeServer(names) : restServer(names)],
    [test, testOf(names)],
    [`${examples}/${number}-found.json`, exampleOf(names, number, true)],
    [`${examples}/${number + 1}-not-found.json`, exampleOf(names, number + 1, false)],
  ];
}

function envelopeContract({ id, sdk, constant, pascal, title, page, verbNoun, service, scope, snake, subject }) {
  const upper = snake.toUpperCase();
  return `import { defineEnvelope } from '../operation.ts';
${subject.schemaImport}

export const ${constant} = defineEnvelope({
  id: '${id}',
  sdk: '${sdk}',
  title: '${title}',
  description: '${title}: state what it does, for a reader who knows nothing else.',
  reference: '${page}#${verbNoun}',
  path: '/${service}/${pascal}',
  scope: '${scope}',
  requestKey: 'request_${snake}',
  responseKey: 'response_${snake}',
  requestFunction: 'REQ_${upper}',
  responseFunction: 'REP_${upper}',
  defaultMsgType: 'ENQUIRY',
  changes: false,
  requestBody: record({ ${subject.field}: ${subject.schema} }),
  responseBody: record({ ${subject.field}: ${subject.schema} }),
  errors: ['${subject.error}'],
});
`;
}

function restContract({ id, sdk, constant, title, page, verbNoun, capability, scope, subject }) {
  return `import { defineRest } from '../operation.ts';
${subject.schemaImport}

export const ${constant} = defineRest({
  id: '${id}',
  sdk: '${sdk}',
  title: '${title}',
  description: '${title}: state what it does, for a reader who knows nothing else.',
  reference: '${page}#${verbNoun}',
  method: 'GET',
  path: '/${capability}/${verbNoun}/{${subject.field}}',
  scope: '${scope}',
  params: record({ ${subject.field}: ${subject.schema} }),
  query: record({}),
  request: null,
  response: record({ ${subject.field}: ${subject.schema} }),
  errors: ['${subject.error}'],
});
`;
}

function clientsOf(capability) {
  return capability === 'clients' ? './client-store.ts' : '../clients/index.ts';
}

function envelopeServer({ constant, title, page, verbNoun, capability }) {
  return `import { ${constant} } from '@cardwright/contract';
import { findClientId } from '${clientsOf(capability)}';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementEnvelope } from '../../platform/operation/index.ts';

/** ${title} (${page}#${verbNoun}). */
export const ${constant}Operation = implementEnvelope(${constant}, {
  async run({ tx, bank, audit }, { customer_id }) {
    const clientId = await findClientId(tx, bank.bankId, customer_id);
    if (clientId === undefined) return fail('client_not_found');
    audit(bank.bankId, \`client:\${customer_id}\`, 'read');
    return ok({ customer_id });
  },
});
`;
}

function restServer({ constant, title, page, verbNoun, subject }) {
  if (subject === MERCHANT) {
    return `import { ${constant} } from '@cardwright/contract';
import { acquirerLog } from '../../platform/audit/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';
import { callerAcquirer } from '../acquirers/caller-acquirer.ts';
import { readMerchantRow } from './merchant-store.ts';

/** ${title} (${page}#${verbNoun}). */
export const ${constant}Operation = implementRest(${constant}, async ({ tx, caller, audit }, { params }) => {
  const acquirer = callerAcquirer(caller);
  if (!acquirer.ok) return acquirer;
  const merchant = await readMerchantRow(tx, acquirer.value, params.merchantId);
  if (merchant === undefined) return fail('merchant_not_found');
  audit(acquirerLog(acquirer.value), \`merchant:\${merchant.merchant_id}\`, 'read');
  return ok({ body: { merchantId: merchant.merchant_id } });
});
`;
  }
  return `import { ${constant} } from '@cardwright/contract';
import { findClientId } from '../clients/index.ts';
import { fail, ok } from '../../platform/kernel/result.ts';
import { implementRest } from '../../platform/operation/index.ts';

/** ${title} (${page}#${verbNoun}). */
export const ${constant}Operation = implementRest(${constant}, async ({ tx, caller, audit }, { params }) => {
  const { bankId } = caller;
  if (bankId === undefined) return fail('wrong_bank');
  const clientId = await findClientId(tx, bankId, params.customer_id);
  if (clientId === undefined) return fail('client_not_found');
  audit(bankId, \`client:\${params.customer_id}\`, 'read');
  return ok({ body: { customer_id: params.customer_id } });
});
`;
}

function testOf({ id, surface, capability, verbNoun, subject, contract, server, examples, page }) {
  const unknown =
    surface === 'envelope'
      ? `(await server.envelope('${id}', { ${subject.field}: '${subject.unknown}' })).http`
      : `await server.request({ method: 'GET', url: '/V2/${capability}/${verbNoun}/${subject.unknown}', as: '${subject.token}' })`;
  return `import { describe, expect, it } from 'vitest';
import { fileServer } from '../../testing/test-server.ts';

describe('${id}', () => {
  const server = fileServer();

  it('answers 404 for an object that the caller does not own', async () => {
    expect((${unknown}).status).toBe(404);
  });

  it('has tests that state its guarantees', () => {
    expect.fail(\`Fill in ${id}, then state here what it guarantees:
      1. its fields, scope, path, failures and the name of its method in the SDK: ${contract}
      2. what it does: ${server}
      3. a request that succeeds and one that fails: ${examples}
      4. what a caller has to know: ${page}#${verbNoun}, then node scripts/documents/write-docs.mjs
      5. a line for those who use it: CHANGELOG.md\`);
  });
});
`;
}

function exampleOf({ title, subject, surface, capability, verbNoun, service, pascal, snake }, number, isSuccess) {
  const value = isSuccess ? subject.sample : subject.unknown;
  const request = { method: 'GET', path: `/V2/${capability}/${verbNoun}/${value}` };
  const headers = { authorization: `Bearer <token:${subject.token}>` };
  const answer = isSuccess ? { [subject.field]: value } : problemOf(subject);
  const status = isSuccess ? 200 : 404;
  const type = isSuccess ? {} : { 'content-type': 'application/problem+json; charset=utf-8' };
  const plain = {
    title: isSuccess ? title : `${title}: not found`,
    request: { ...request, headers },
    answer: { status, headers: { 'interface-version': '2.0', ...type }, body: answer },
  };
  const whole =
    surface === 'envelope'
      ? inEnvelope(plain, { value, subject, service, pascal, snake, number, isFound: isSuccess })
      : plain;
  return `${JSON.stringify(whole, null, 2)}\n`;
}

function problemOf({ error }) {
  const { code, text } = ERRORS[error];
  return { type: 'about:blank', title: text, status: 404, detail: text, error_code: code };
}

function inEnvelope(plain, { value, subject, service, pascal, snake, number, isFound: isSuccess }) {
  const { code, text } = isSuccess ? SUCCESS : ERRORS[subject.error];
  const ids = { msg_id: `MB${String(number).padStart(10, '0')}`, msg_type: 'ENQUIRY' };
  const caller = { src_application: 'MOBILEBANK', target_application: 'CARDWRIGHT' };
  const trace = { tracking_id: `TRK-${String(number).padStart(6, '0')}`, bank_id: 'DEMO' };
  const timestamp = '20/11/2026 12:00:00';
  const sent = { ...ids, msg_function: `REQ_${snake.toUpperCase()}`, ...caller, timestamp, ...trace };
  const echoed = { ...ids, msg_function: `REP_${snake.toUpperCase()}`, ...caller, ...trace, timestamp };
  const details = {
    application_name: 'CARDWRIGHT',
    date_time: timestamp,
    status: isSuccess ? 'S' : 'F',
    error_code: code,
    error_description: text,
    transaction_ref_id: trace.tracking_id,
  };
  const body = isSuccess ? { [subject.field]: value } : { errors: [{ path: '', code, message: text }] };
  return {
    title: plain.title,
    request: {
      method: 'POST',
      path: `/V2/${service}/${pascal}`,
      headers: plain.request.headers,
      body: { GwSrvRequest: { [`request_${snake}`]: { header: sent, body: { [subject.field]: value } } } },
    },
    answer: {
      status: plain.answer.status,
      headers: { 'interface-version': '2.0' },
      body: { GwSrvResponse: { [`response_${snake}`]: { header: echoed, exception_details: details, body } } },
    },
  };
}
