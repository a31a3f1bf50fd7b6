import {
  differencesOf,
  type FieldSchema,
  type JsonValue,
  type Operation,
  type StatementName,
} from '@cardwright/contract';
import { type Deviation, restsOn, restsOnField } from '../conformance-case.ts';

/** One topic that every response is checked for, with its findings. */
export interface TopicCheck {
  readonly topic: StatementName | 'fields';
  readonly deviations: readonly Deviation[];
}

export function topicCheck(topic: StatementName, isSo: boolean, what: string): TopicCheck {
  return { topic, deviations: isSo ? [] : [{ ...restsOn(topic), what }] };
}

/** Checks the fields of a response against their table. Members that are in no table are allowed. */
export function fieldsCheck(
  operation: Operation,
  schema: FieldSchema,
  value: JsonValue | undefined,
  strict: 'whole' | 'failed',
): TopicCheck {
  const differences = differencesOf(schema, value, '', strict).filter(({ kind }) => kind !== 'unknown');
  const deviations = differences.map(({ kind, path, what }) => {
    const aspect =
      kind === 'missing' ? 'presence' : kind === 'length' ? 'maximum' : kind === 'value' ? 'values' : 'type';
    return {
      ...restsOnField({ operation, path: `answer.${path}`, aspect }),
      what: `${path || 'the response'} ${what}`,
    };
  });
  return { topic: 'fields', deviations };
}

/** Checks a table that is the same for all operations. */
export function tableCheck(
  topic: StatementName,
  schema: FieldSchema,
  value: JsonValue | undefined,
  strict: 'whole' | 'failed',
): TopicCheck {
  const differences = differencesOf(schema, value, '', strict).filter(({ kind }) => kind !== 'unknown');
  return { topic, deviations: differences.map(({ path, what }) => ({ ...restsOn(topic), what: `${path} ${what}` })) };
}
