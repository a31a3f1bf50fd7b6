import { MAX_CONDITION_NODES } from './condition.ts';
import {
  CONDITION_FIELD_NAMES,
  type ConditionFieldKind,
  type ConditionFieldName,
  type ConditionOp,
  conditionField,
  LIMIT_NAME,
  MAX_VALUES,
  opsOf,
  PROVISIONING_FIELD_NAMES,
  type ProvisioningFieldName,
} from './condition-fields.ts';

type Json = Record<string, unknown>;

const SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

/** JSON Schema of a condition, for editors. It does not check the total number of parts, or whether a list exists. */
export function conditionSchema(): Json {
  return { $schema: SCHEMA, title: 'Condition', ...conditionShape('#') };
}

/**
 * Returns the schema of a condition, which refers to itself because conditions are nested.
 *
 * @param self the reference to this schema in its document
 */
export function conditionShape(self: string): Json {
  const inner = { $ref: self };
  const parts = { type: 'array', minItems: 1, maxItems: MAX_CONDITION_NODES, items: inner };
  return {
    description: `At most ${MAX_CONDITION_NODES} objects in total`,
    oneOf: [
      only('all', parts, 'True if all of the conditions are true'),
      only('any', parts, 'True if at least one of the conditions is true'),
      only('not', inner, 'True if the condition is false'),
      ...[...new Set([...CONDITION_FIELD_NAMES, ...PROVISIONING_FIELD_NAMES])].map(testsOf),
    ],
  };
}

function only(name: string, value: Json, description: string): Json {
  return {
    type: 'object',
    description,
    required: [name],
    additionalProperties: false,
    properties: { [name]: value },
  };
}

/** Groups the operators of a field by the form of their value. */
function testsOf(field: ConditionFieldName | ProvisioningFieldName): Json {
  const { kind, meaning, ofLimit } = conditionField(field);
  const limit = ofLimit ? { limit: { type: 'string', pattern: LIMIT_NAME } } : {};
  const ops = opsOf(field);
  const groups: [readonly ConditionOp[], Json][] = [
    [['eq', 'ne', 'lt', 'lte', 'gt', 'gte'], valueShape(kind)],
    [['in', 'notIn'], { type: 'array', minItems: 1, maxItems: MAX_VALUES, items: valueShape(kind) }],
    [['prefix'], { type: 'string', pattern: kind.type === 'text' ? kind.prefix : undefined }],
    [['inList', 'notInList'], { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$' }],
  ];
  const tests = groups.flatMap(([names, value]) => {
    const own = names.filter((name) => ops.includes(name));
    return own.length === 0 ? [] : [{ op: { enum: own }, value }];
  });
  const [sole] = tests;
  return {
    type: 'object',
    description: meaning,
    required: ['field', ...Object.keys(limit), 'op', 'value'],
    additionalProperties: false,
    ...(tests.length === 1
      ? { properties: { field: { const: field }, ...limit, ...sole } }
      : {
          properties: { field: { const: field }, ...limit, op: {}, value: {} },
          oneOf: tests.map((properties) => ({ required: ['op'], properties })),
        }),
  };
}

function valueShape(kind: ConditionFieldKind): Json {
  switch (kind.type) {
    case 'flag':
      return { type: 'boolean' };
    case 'whole':
      return { type: 'integer', minimum: kind.least, maximum: kind.most };
    case 'choice':
      return { enum: kind.values };
    case 'amount':
      return { type: ['string', 'number'], pattern: '^\\d{1,15}(\\.\\d{1,4})?$', minimum: 0 };
    case 'text':
      return { type: 'string', pattern: kind.pattern };
  }
}
