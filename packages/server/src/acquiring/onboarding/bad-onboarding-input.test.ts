import {
  type FieldSchema,
  type JsonObject,
  type JsonValue,
  Merchant,
  MerchantChain,
  replaceAt,
  type Segment,
  valueAt,
  writeJson,
} from '@cardwright/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { WHOLE_ONBOARDING } from '../../../../cli/src/conformance/samples/whole-onboarding.ts';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import { isRequirementWarning, onboard, ownFindingsOf } from '../../testing/merchants/merchants.ts';
import { oneFaultMutants } from '../../testing/merchants/onboarding-mutants.ts';
import { MAJOR_SCHEMES } from '../../testing/merchants/onboarding-requests.ts';
import { fileServer } from '../../testing/test-server.ts';

/** A generous limit, because this test sends many requests while other tests run. */
const TIMEOUT_MS = 90_000;
const APPLICATION = ['payload', 'applications', 0] as const;
const MERCHANT = [...APPLICATION, 'merchants', 0] as const;
const AT = 'payload.applications[0].merchants[0]';

const server = fileServer();
beforeAll(async () => {
  await configure({ major_card_schemes: MAJOR_SCHEMES });
});

/** Sets the acquirer's catalogues. */
async function configure(catalogues: Record<string, string[]>): Promise<void> {
  const acquirers = [{ acquirer_id: 'DEMO', name: 'Demo Acquirer', catalogues }];
  await applyConfiguration(server.db.database, { banks: [], acquirers, oauth_clients: [] }, { sandbox: true });
  await server.server.periodicJobs.runDue();
}

const send = (request: JsonObject) => onboard(server, writeJson(request), { validateOnly: true });

/** Returns the whole request with some values of its merchant replaced. The value undefined removes a member. */
const changed = (...changes: [at: readonly Segment[], value: JsonValue | undefined][]) =>
  changes.reduce<JsonValue>(
    (request, [at, value]) => replaceAt(request, [...MERCHANT, ...at], value),
    WHOLE_ONBOARDING,
  ) as JsonObject;

/** Returns the paths of schema fields that none of the values has. */
function fieldsWithout(schema: FieldSchema, values: readonly JsonValue[], path: string): string[] {
  if (values.length === 0) return [path];
  if (schema.items !== undefined) return fieldsWithout(schema.items, values.flat() as JsonValue[], `${path}[]`);
  if (schema.entries !== undefined) {
    return fieldsWithout(
      schema.entries,
      values.flatMap((map) => Object.values(map as JsonObject)),
      `${path}.*`,
    );
  }
  const kinds: [FieldSchema, readonly JsonValue[]][] =
    schema.variants === undefined
      ? [[schema, values]]
      : [...Object.entries(schema.variants), ['THREE_D_SECURE', schema.otherwise!] as const].map(([kind, variant]) => [
          variant,
          values.filter((one) => (one as JsonObject).serviceType === kind),
        ]);
  return kinds.flatMap(([{ properties = {} }, ones]) =>
    Object.entries(properties).flatMap(([name, field]) => {
      const members = ones.map((one) => (one as JsonObject)[name]).filter((one) => one !== undefined);
      return fieldsWithout(field, members, `${path}.${name}`);
    }),
  );
}

describe('the whole request', () => {
  it('has every field of the tables', () => {
    const { merchants, chain } = valueAt(WHOLE_ONBOARDING, APPLICATION) as { merchants: JsonValue[]; chain: JsonValue };
    expect(fieldsWithout(Merchant as unknown as FieldSchema, merchants, 'merchant')).toEqual([]);
    expect(fieldsWithout(MerchantChain as unknown as FieldSchema, [chain], 'chain')).toEqual([]);
  });

  it('is valid', async () => {
    const answer = await send(WHOLE_ONBOARDING);
    expect([answer.status, answer.json.status, ownFindingsOf(answer)]).toEqual([200, 'VALID', []]);
  });
});

it(
  'has one finding, with code, path and action, for each field that is broken in each possible way',
  async () => {
    const tried = new Set<string>();
    for (const { what, path, code, request } of oneFaultMutants(WHOLE_ONBOARDING)) {
      if (tried.has(what)) continue;
      tried.add(what);
      const { status, json } = await send(request());
      const errors = (json.errors as { message: string }[]).filter((one) => !isRequirementWarning(one));
      expect({ what, status, errors }).toEqual({
        what,
        status: 400,
        errors: [{ path, code, message: expect.any(String), action: expect.stringMatching(/\w/) }],
      });
      expect(json, what).toMatchObject({ error_code: code, detail: expect.stringContaining(path) });
    }
    // `tried` has the combinations of a field and a way of breaking it.
    expect(tried.size).toBeGreaterThan(600);
  },
  TIMEOUT_MS,
);

describe('a broken condition of the merchant’s table', () => {
  const schemes = ['configurations', 'acceptedCardSchemes'] as const;
  const settlement = ['configurations', 'settlement'] as const;
  const fees = ['configurations', 'fees'] as const;
  it.each<[string, JsonObject, string]>([
    ['website of an e-commerce merchant', changed([['website'], undefined]), '103 website'],
    [
      'day of statement, unless it is daily',
      changed([settlement, { statementFrequency: 'MONTHLY' }]),
      '103 configurations.settlement.statementDay',
    ],
    ...['SEMI_WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY'].map((statementFrequency): [string, JsonObject, string] => [
      `second day of statement with ${statementFrequency}`,
      changed([settlement, { statementFrequency, statementDay: 1 }]),
      '103 configurations.settlement.statementSecondDay',
    ]),
    [
      'refundControlValue with complex pricing',
      changed([['configurations', 'refundControlValue'], undefined]),
      '103 configurations.refundControlValue',
    ],
    [
      'a price for each scheme',
      changed([[...schemes, 1, 'tariffRate'], undefined]),
      '103 configurations.acceptedCardSchemes[1].tariffRate',
    ],
    [
      'one price for each scheme',
      changed([[...schemes, 0, 'tariffRate'], '1']),
      '106 configurations.acceptedCardSchemes[0].acceptedCardModes',
    ],
    [
      'schemeOverrideValue where the schemes are overridden',
      changed([[...schemes, 1, 'schemeOverrideValue'], undefined]),
      '103 configurations.acceptedCardSchemes[1].schemeOverrideValue',
    ],
    [
      'acquirerRefund of a major network at its modes',
      changed([[...schemes, 0, 'acquirerRefund'], true]),
      '106 configurations.acceptedCardSchemes[0].acquirerRefund',
    ],
    [
      'acquirerRefund of other schemes at the scheme',
      changed([[...schemes, 0, 'cardScheme'], 'DD']),
      '106 configurations.acceptedCardSchemes[0].acceptedCardModes[0].acquirerRefund',
    ],
    [
      'feeClassifier for EXCESSIVE fees only',
      changed([[...fees, 1, 'feeClassifier'], 'VOLUME']),
      '106 configurations.fees[1].feeClassifier',
    ],
    [
      'enableFlexiCutoff beside a time',
      changed([['configurations', 'flexiCutoff', 'enableFlexiCutoff'], undefined]),
      '103 configurations.flexiCutoff.enableFlexiCutoff',
    ],
    ['a currency of ISO 4217', changed([['merchantCurrency'], 'ZZZ']), '106 merchantCurrency'],
    ['a country of ISO 3166', changed([['addresses', 0, 'countryCode'], 'ZZZ']), '106 addresses[0].countryCode'],
    [
      'an IBAN with its checksum',
      changed([['debitAccountNumOrIban'], 'AE080331234567890123456']),
      '105 debitAccountNumOrIban',
    ],
    [
      'currencies of the limits of an NGO',
      changed([['services', 4, 'currencyLimits'], { ZZZ: 1 }]),
      '106 services[4].currencyLimits.ZZZ',
    ],
    [
      'currencies of the payment methods of an NGO',
      changed([['services', 4, 'paymentMethodCurrenciesMap'], { NETWORK_A: ['AED', 'ZZZ'] }]),
      '106 services[4].paymentMethodCurrenciesMap.NETWORK_A[1]',
    ],
  ])('%s', async (_what, request, expected) => {
    const answer = await send(request);
    const [code, path] = expected.split(' ');
    expect([answer.status, ownFindingsOf(answer)]).toEqual([400, [`${code} ${AT}.${path}`]]);
  });
});

describe('a value that the interface does not list', () => {
  const CATALOGUES = {
    card_schemes: ['AAA', 'CC'],
    terminal_types: ['ACME_X'],
    wallet_services: ['a-wallet'],
    three_d_secure_services: ['THREE_D_SECURE'],
    payment_methods: ['NETWORK_A', 'NETWORK_B'],
  };
  const VALUES: [string, JsonObject, string, string][] = [
    [
      'card schemes',
      changed([['configurations', 'acceptedCardSchemes', 1, 'cardScheme'], 'DD']),
      'configurations.acceptedCardSchemes[1].cardScheme',
      'use one of AAA, CC',
    ],
    [
      'terminal types',
      changed([['terminals', 0, 'terminalType'], 'OTHER']),
      'terminals[0].terminalType',
      'use one of PC, PC_B, PC_H, PC_V, SCS, ACME_X',
    ],
    [
      'wallet services',
      changed([
        ['services', 4, 'propositionServices'],
        ['mcp', 'b-wallet'],
      ]),
      'services[4].propositionServices[1]',
      'virtual-terminal, decision-manager-post-auth, issuer-data, a-wallet',
    ],
    [
      'the code of the 3-D secure service',
      changed([['services', 1, 'serviceType'], 'OTHER']),
      'services[1].serviceType',
      'use one of DCC, SELF_SERVICE, MCP, NGO, THREE_D_SECURE',
    ],
    [
      'payment methods',
      changed([['services', 4, 'paymentMethodCurrenciesMap'], { NETWORK_C: ['AED'] }]),
      'services[4].paymentMethodCurrenciesMap.NETWORK_C',
      'use one of NETWORK_A, NETWORK_B',
    ],
  ];

  it.each(VALUES)('is accepted without a catalogue of the acquirer: %s', async (_what, request) => {
    const answer = await send(request);
    expect([answer.status, ownFindingsOf(answer)]).toEqual([200, []]);
  });

  it.each(['3DS', '3D_SECURE', '3-d'])('may be a service code that begins with a digit: %s', async (code) => {
    const request = changed(
      [['services', 1, 'serviceType'], code],
      [
        ['services', 4, 'propositionServices'],
        ['mcp', code],
      ],
      [['services', 4, 'paymentMethodCurrenciesMap'], { [code]: ['AED'] }],
    );
    const codes = { three_d_secure_services: [code], wallet_services: [code], payment_methods: [code] };
    for (const catalogues of [{}, codes]) {
      await configure(catalogues);
      const answer = await send(request);
      expect([answer.status, ownFindingsOf(answer)]).toEqual([200, []]);
    }
  });

  it('must be in the catalogue if there is one', async () => {
    await configure(CATALOGUES);
    expect((await send(WHOLE_ONBOARDING)).status).toBe(200);
    for (const [what, request, path, action] of VALUES) {
      const { status, json } = await send(request);
      const errors = (json.errors as { message: string }[]).filter((one) => !isRequirementWarning(one));
      expect({ what, status, errors }).toEqual({
        what,
        status: 400,
        errors: [
          {
            path: `${AT}.${path}`,
            code: '106',
            message: expect.stringContaining('must be '),
            action: expect.stringContaining(action),
          },
        ],
      });
    }
  });
});
