import * as contract from '@cardwright/contract';
import { declareObject, type NamedTypes, quoteText } from './schema-type.ts';

const { ERRORS, ERROR_KINDS, NOTIFICATION_CODES, CONDITION_FIELD_NAMES, CONDITION_OP_NAMES } = contract;

/** Messages to receivers and their answers, under their own names. */
const MESSAGES = {
  TokenNotification: contract.TokenNotification,
  TokenNotificationResponse: contract.TokenNotificationResponse,
  PartnerQuestion: contract.PartnerQuestion,
  PartnerAnswer: contract.PartnerAnswer,
  PartnerAdvice: contract.PartnerAdvice,
  PartnerProvisioningQuestion: contract.PartnerProvisioningQuestion,
  PartnerProvisioningAnswer: contract.PartnerProvisioningAnswer,
  ...contract.WEBHOOK_PAYLOADS,
} as const;

/** Types that are copied unchanged from the contract, by the file that declares them. */
const COPIED: Readonly<Record<string, readonly string[]>> = {
  'json/exact-number.d.ts': ['ExactNumber', 'JsonValue', 'JsonObject'],
  'schema/finding.d.ts': ['Finding', 'Warning'],
  'conditions/condition.d.ts': [
    'Condition',
    'ProvisioningCondition',
    'RuleCondition',
    'ConditionTest',
    'ConditionValue',
  ],
};

const LISTS: Readonly<Record<string, readonly string[]>> = {
  ErrorCode: Object.values(ERRORS).map(({ code }) => code),
  ErrorName: Object.keys(ERRORS),
  ErrorKind: ERROR_KINDS,
  NotificationCode: Object.keys(NOTIFICATION_CODES),
  ConditionFieldName: CONDITION_FIELD_NAMES,
  ProvisioningFieldName: contract.PROVISIONING_FIELD_NAMES,
  ConditionOp: CONDITION_OP_NAMES,
};

/** The part of an operation that the client reads. The contract's own operations have it. */
const OPERATION = `/** An operation of the interface. */
export interface Operation {
  readonly id: string;
  readonly surface: 'envelope' | 'rest' | 'flat' | 'notification';
  readonly path: string;
}`;

export function declareMessages(named: NamedTypes): void {
  for (const [name, schema] of Object.entries(MESSAGES)) declareObject(name, schema as contract.FieldSchema, named);
}

/**
 * Writes the types other than bodies that the SDK's declarations take from the contract.
 *
 * @param read returns the text of a file of the contract's declarations
 */
export function writeContractTypes(read: (file: string) => string): string {
  const copied = Object.entries(COPIED).flatMap(([file, names]) =>
    names.map((name) => declarationOf(name, read(file))),
  );
  const lists = Object.entries(LISTS).map(
    ([name, values]) => `export type ${name} = ${[...new Set(values)].map(quoteText).join(' | ')};`,
  );
  return [...copied, ...lists, OPERATION, writePayloads(), ''].join('\n');
}

function componentOf(schema: object): string | undefined {
  return (schema as { readonly component?: string }).component;
}

/** Writes the union of the events that a receiver gets. */
function writePayloads(): string {
  const names = Object.entries(contract.WEBHOOK_PAYLOADS).map(([name, schema]) => componentOf(schema) ?? name);
  return `import type { ${names.join(', ')} } from './bodies.js';
/** An event of one of these schemas. \`type\` distinguishes them. */
export type WebhookPayload = ${names.join(' | ')};`;
}

/** Returns a declaration with the comment above it. */
function declarationOf(name: string, text: string): string {
  const match = new RegExp(
    `(?:/\\*\\*(?:(?!\\*/)[^])*\\*/\\n)?export (?:declare class|interface|type) ${name}\\b[^]*?(?=\\n(?:/\\*\\*|export )|\\n*$)`,
  ).exec(text);
  if (match === null) throw new Error(`the contract declares no ${name}`);
  return match[0];
}
