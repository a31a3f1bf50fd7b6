import {
  type ErrorCode,
  type FieldSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  Merchant,
  MerchantChain,
  pathText,
  replaceAt,
  type Segment,
  valueAt,
} from '@cardwright/contract';
import { MAJOR_SCHEMES } from './onboarding-requests.ts';

/** A valid request with one fault, and the one finding that it must get. */
export interface Mutant {
  readonly what: string;
  readonly path: string;
  readonly code: ErrorCode;
  request(): JsonObject;
}

export type At = readonly Segment[];
export interface OnboardingFault {
  readonly what: string;
  readonly at: At;
  readonly code: ErrorCode;
  /** The value that replaces the member of `put`; undefined removes it. */
  readonly value: JsonValue | undefined;
}

/** Breaks each field of each merchant and chain of the request in each way that its table allows, and each condition. */
export function oneFaultMutants(request: JsonObject): Mutant[] {
  const at: At = ['payload', 'applications'];
  const applications = valueAt(request, at) as JsonObject[];
  const faults = applications.flatMap((application, index): OnboardingFault[] => [
    ...(application.merchants as JsonObject[]).flatMap((merchant, place) => [
      ...faultsIn(Merchant as unknown as FieldSchema, merchant, [...at, index, 'merchants', place]),
      ...brokenConditions(merchant, [...at, index, 'merchants', place]),
    ]),
    ...(application.chain === undefined
      ? []
      : faultsIn(MerchantChain as unknown as FieldSchema, application.chain, [...at, index, 'chain'])),
    { what: 'missing', at: [...at, index, 'merchants'], code: '103', value: undefined },
    { what: 'empty', at: [...at, index, 'merchants'], code: '103', value: [] },
    { what: 'of the wrong type', at: [...at, index], code: '105', value: 7 },
  ]);
  return [...faultsAround(at), ...faults].map((fault) => mutantOf(request, fault));
}

export function mutantOf(request: JsonObject, { what, at, code, value }: OnboardingFault): Mutant {
  return {
    what: `${what} ${shape(at)}`,
    path: pathText(at),
    code,
    request: () => replaceAt(request, at, value) as JsonObject,
  };
}

function faultsAround(applications: At): OnboardingFault[] {
  return [
    { what: 'missing', at: ['requestId'], code: '103', value: undefined },
    { what: 'empty', at: ['requestId'], code: '103', value: '' },
    { what: 'null', at: ['requestId'], code: '105', value: null },
    { what: 'too long', at: ['requestId'], code: '104', value: 'x'.repeat(37) },
    { what: 'of the wrong format', at: ['requestId'], code: '105', value: ' x' },
    { what: 'of the wrong type', at: ['payload'], code: '105', value: [] },
    { what: 'missing', at: applications, code: '103', value: undefined },
    { what: 'empty', at: applications, code: '103', value: [] },
    { what: 'of the wrong type', at: applications, code: '105', value: {} },
  ];
}

/** Returns the faults of the value's fields that the schema itself refuses. */
export function faultsIn(schema: FieldSchema, value: JsonValue, at: At): OnboardingFault[] {
  const own = faultsOfField(schema, at);
  if (Array.isArray(value)) {
    if (schema.items === undefined) return own;
    return [...own, ...value.flatMap((entry, index) => faultsIn(schema.items as FieldSchema, entry, [...at, index]))];
  }
  if (!isJsonObject(value)) return own;
  if (schema.entries !== undefined) return [...own, ...faultsInMap(schema, value, at)];
  const record = schema.variants === undefined ? schema : variantOf(schema, value);
  return [...own, ...faultsInRecord(record, value, at)];
}

function variantOf(schema: FieldSchema, value: JsonObject): FieldSchema {
  const kind = String(value[schema.discriminatedBy ?? '']);
  return schema.variants?.[kind] ?? (schema.otherwise as FieldSchema);
}

function faultsInRecord({ properties = {}, required = [] }: FieldSchema, value: JsonObject, at: At): OnboardingFault[] {
  return Object.entries(properties).flatMap(([name, field]): OnboardingFault[] => {
    const member = value[name];
    if (member === undefined) return [];
    const isText = field.type === 'string' || Array.isArray(field.type);
    const place = [...at, name];
    const needed: OnboardingFault[] = required.includes(name)
      ? [
          { what: 'missing', at: place, code: '103', value: undefined },
          ...(isText ? [{ what: 'empty', at: place, code: '103' as const, value: '' }] : []),
        ]
      : [];
    return [...needed, ...faultsIn(field, member, place)];
  });
}

function faultsInMap({ entries }: FieldSchema, value: JsonObject, at: At): OnboardingFault[] {
  return [
    { what: 'of the wrong key', at: [...at, '?'], code: '105', value: Object.values(value)[0] ?? 1 },
    ...Object.entries(value).flatMap(([key, member]) => faultsIn(entries as FieldSchema, member, [...at, key])),
  ];
}

function faultsOfField(schema: FieldSchema, at: At): OnboardingFault[] {
  const { type, maxLength, minItems = 0, fieldFormat, tolerances = [] } = schema;
  const isObject = type === 'object' || schema.variants !== undefined || schema.entries !== undefined;
  if (type === undefined && !isObject && schema.enum === undefined) return [];
  const fault = (what: string, code: ErrorCode, value: JsonValue): OnboardingFault => ({ what, at, code, value });
  const wrong = [fault('null', '105', null)];
  if (isObject) return [...wrong, fault('of the wrong type', '105', []), fault('of the wrong type', '105', 'x')];
  if (type === 'array') {
    return [...wrong, fault('of the wrong type', '105', {}), ...(minItems > 0 ? [fault('empty', '103', [])] : [])];
  }
  if (type === 'boolean')
    return [...wrong, fault('of the wrong type', '105', 'true'), fault('of the wrong type', '105', 1)];
  if (type === 'integer') {
    const { minimum = 0, maximum = 0 } = schema;
    return [
      ...wrong,
      fault('of the wrong type', '105', '1'),
      fault('with a fraction', '105', 1.5),
      fault('too small', '106', minimum - 1),
      fault('too great', '106', maximum + 1),
    ];
  }
  // one field accepts texts beyond its maximum, up to a hundred characters
  const most = tolerances.some(({ rule }) => rule === 'any-text') ? 100 : maxLength;
  return [
    ...wrong,
    fault('of the wrong type', '105', true),
    fault('of the wrong type', '105', {}),
    ...(most === undefined ? [] : [fault('too long', '104', '9'.repeat(most + 1))]),
    // an emoji is two UTF-16 units but one character
    ...(most === undefined ? [] : [fault('too long in emoji', '104', '😀'.repeat(most + 1))]),
    ...(schema.enum === undefined ? [] : [fault('not in its list', '106', 'ZZ')]),
    ...(fieldFormat === undefined ? [] : [fault('of the wrong format', '105', ' ')]),
  ];
}

/** Breaks conditions of docs/interface/merchant-onboarding.md#merchant that this merchant meets, each by one change. */
function brokenConditions(merchant: JsonObject, at: At): OnboardingFault[] {
  const configurations = merchant.configurations as JsonObject;
  const within: At = [...at, 'configurations'];
  const settlement = configurations.settlement as JsonObject;
  const schemes = configurations.acceptedCardSchemes as JsonObject[];
  const needed = (place: At): OnboardingFault => ({ what: 'needed here', at: place, code: '103', value: undefined });
  const isTwice = ['SEMI_WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY'].includes(settlement.statementFrequency as string);
  const isComplex = schemes.some(({ acceptedCardModes }) => acceptedCardModes !== undefined);
  const cutoff = configurations.flexiCutoff as JsonObject | undefined;
  const isTimed = cutoff?.flexiCutoffTime !== undefined || cutoff?.flexiCutoffDay !== undefined;
  return [
    ...(merchant.merchantType === 'ECOM' ? [needed([...at, 'website'])] : []),
    ...(settlement.statementFrequency === 'DAILY' ? [] : [needed([...within, 'settlement', 'statementDay'])]),
    ...(isTwice ? [needed([...within, 'settlement', 'statementSecondDay'])] : []),
    ...(isComplex ? [needed([...within, 'refundControlValue'])] : []),
    ...(isTimed ? [needed([...within, 'flexiCutoff', 'enableFlexiCutoff'])] : []),
    ...schemes.flatMap((scheme, index) =>
      brokenScheme(scheme, [...within, 'acceptedCardSchemes', index], configurations),
    ),
    ...(configurations.fees as JsonObject[]).flatMap((fee, index): OnboardingFault[] =>
      String(fee.feeTypeName).startsWith('EXCESSIVE_')
        ? []
        : [{ what: 'not allowed here', at: [...within, 'fees', index, 'feeClassifier'], code: '106', value: 'COUNT' }],
    ),
  ];
}

/** Returns faults in a scheme's price, refund and override, which depend on the surrounding configurations. */
export function brokenScheme(scheme: JsonObject, at: At, configurations: JsonObject): OnboardingFault[] {
  const needed = (name: string): OnboardingFault => ({
    what: 'needed here',
    at: [...at, name],
    code: '103',
    value: undefined,
  });
  const refused = (value: JsonValue, ...name: Segment[]): OnboardingFault => ({
    what: 'not allowed here',
    at: [...at, ...name],
    code: '106',
    value,
  });
  const { tariffRate, acceptedCardModes: modes } = scheme;
  const isSimple = tariffRate !== undefined;
  const isMajor = MAJOR_SCHEMES.includes(scheme.cardScheme as string);
  return [
    ...(configurations.overrideDefaultSchemesMcc === true ? [needed('schemeOverrideValue')] : []),
    ...(isSimple ? [needed('tariffRate')] : []),
    // the first complex entry would also need refundControlValue
    ...(isSimple && configurations.refundControlValue !== undefined
      ? [refused([{ modeName: 'MANUAL', rate: '1' }], 'acceptedCardModes')]
      : []),
    ...(isMajor ? [refused(true, 'acquirerRefund')] : []),
    ...(!isMajor && Array.isArray(modes)
      ? [refused(false, 'acceptedCardModes', modes.length - 1, 'acquirerRefund')]
      : []),
  ];
}

/** Returns the path without list positions, which identifies the field. */
function shape(at: At): string {
  return at.filter((segment) => typeof segment === 'string').join('.');
}
