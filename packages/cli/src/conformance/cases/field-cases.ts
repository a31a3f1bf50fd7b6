import {
  type Aspect,
  compile,
  ERRORS,
  type FaultKind,
  type FieldFault,
  type FieldSchema,
  faultsOfField,
  type JsonObject,
  type Operation,
  pathText,
  readOnboardingRequest,
  replaceAt,
  type SentField,
  sentFieldsOf,
} from '@cardwright/contract';
import {
  type ConformanceCase,
  type FieldStatement,
  type Group,
  restsOnField,
  SkippedCase,
  type Trial,
} from '../conformance-case.ts';
import { blames } from '../read-answer.ts';
import { type FieldPlace, type Parts, partyOf, requestOfParts } from '../requests.ts';
import { partsFor } from '../samples/sample-parts.ts';
import type { World } from '../world.ts';
import { GROUP_OF_FAULT, longestValue } from './field-values.ts';
import { isChange } from './is-change.ts';
import { tablePlaces } from './table-places.ts';
import { withCompanions } from './value-companions.ts';

const ASPECTS: Readonly<Record<FaultKind, Aspect>> = {
  missing: 'presence',
  empty: 'presence',
  null: 'type',
  'of the wrong type': 'type',
  'too long': 'maximum',
  'too short': 'minimum',
  'not in its list': 'values',
  'of the wrong format': 'format',
};
/**
 * The faults that each place can have. Outside the body all values are text, and a path without one of its parts is
 * another path.
 */
const POSSIBLE: Readonly<Record<FieldPlace, readonly FaultKind[]>> = {
  params: ['too long', 'too short', 'not in its list', 'of the wrong format'],
  query: ['too long', 'too short', 'not in its list', 'of the wrong format'],
  headers: ['missing', 'empty', 'too long', 'too short', 'not in its list', 'of the wrong format'],
  request: Object.keys(ASPECTS) as FaultKind[],
};
const TITLES: Partial<Record<Group, string>> = {
  mandatory: 'is mandatory',
  types: 'accepts only its type',
  maxima: 'accepts only its length',
  values: 'accepts only its values',
  formats: 'accepts only its format',
};

/** Checks what the field tables state about every field of every request. Each statement about a field has one case. */
export function fieldCases(operation: Operation, world: World): ConformanceCase[] {
  return tablePlaces(operation).flatMap(({ place, schema, valid }) =>
    sentFieldsOf(schema, valid)
      .filter(({ value }) => value !== undefined)
      .flatMap((field) => casesOfField({ operation, place, schema, field, world })),
  );
}

interface FieldTrial {
  readonly operation: Operation;
  readonly place: FieldPlace;
  /** The schema of all fields of the place. */
  readonly schema: FieldSchema;
  readonly field: SentField;
  readonly world: World;
}

function casesOfField(context: FieldTrial): ConformanceCase[] {
  const { operation, place, field } = context;
  const faults = faultsOfField(field).filter((fault) => isPossible(place, fault));
  const path = pathText(field.at);
  // Skips maximum lengths for the filters of an export, because the list that it exports defines them.
  const isFilter = operation.id === 'exports.start-export' && path.startsWith('query.');
  const longest = isFilter ? undefined : longestValue(field.schema, field.at);
  const groups = [
    ...new Set([
      ...faults.map(({ kind }) => GROUP_OF_FAULT[kind]),
      ...(longest === undefined ? [] : ['maxima' as const]),
    ]),
  ];
  return groups.map((group): ConformanceCase => {
    const ofGroup = faults.filter(({ kind }) => GROUP_OF_FAULT[kind] === group);
    const aspect = ASPECTS[ofGroup[0]?.kind ?? 'too long'];
    return {
      id: `${operation.id}/${group}/${place === 'request' ? '' : `${place}.`}${path}`,
      title: `${path} ${TITLES[group]}`,
      group,
      operation: operation.id,
      rests: restsOnField({ operation, path, aspect, format: field.schema.fieldFormat }),
      changes: isChange(operation),
      run: async (trial) => {
        for (const fault of ofGroup) await tryFault(context, fault, trial);
        if (group === 'maxima' && longest !== undefined) await tryLongest(context, trial);
        if (group === 'values') for (const value of field.schema.enum ?? []) await tryValue(context, value, trial);
      },
    };
  });
}

function isPossible(place: FieldPlace, { kind, put }: FieldFault): boolean {
  if (!POSSIBLE[place].includes(kind)) return false;
  // A header cannot carry characters outside of Latin-1.
  return place !== 'headers' || !/[^\x20-\xff]/.test(String(put));
}

async function baseOf({ operation, world }: FieldTrial): Promise<Parts> {
  const [card, values] = await world.samplesOf();
  const parts = partsFor(operation, { ...card, expiry: '3012' }, values, world.facts);
  if (parts === undefined) throw new SkippedCase('the operation has no sample request');
  return parts;
}

async function tryFault(context: FieldTrial, { kind, put }: FieldFault, trial: Trial): Promise<void> {
  const { operation, place, schema, field } = context;
  const parts = await baseOf(context);
  const path = pathText(field.at);
  const broken = { ...parts, [place]: replaceAt(parts[place], field.at, put) as JsonObject };
  const [expected] = findingsIn(operation, place, schema, broken[place]);
  // A tolerated value is not a failure.
  if (expected === undefined) return;
  const answer = await sendParts(context, broken);
  const what = `${path} ${kind}`;
  if (!answer.isRefused) {
    if (kind === 'empty') trial.check('request.empty', false, `${what} was accepted`);
    else if (kind === 'null' && !field.isRequired) trial.check('request.null', false, `${what} was accepted`);
    else trial.checkField(fieldStatement(context, ASPECTS[kind]), false, `${what} was accepted`);
    return;
  }
  const { code } = ERRORS[expected.error];
  const isReported = blames(answer, expected.path, code);
  trial.check('request.code', isReported, `${what} was refused, but not with ${code} for ${expected.path}`);
}

async function tryLongest(context: FieldTrial, trial: Trial): Promise<void> {
  const { place, field, schema, operation } = context;
  const parts = await baseOf(context);
  const path = pathText(field.at);
  const put = longestValue(field.schema, field.at);
  const whole = { ...parts, [place]: replaceAt(parts[place], field.at, put) as JsonObject };
  if (findingsIn(operation, place, schema, whole[place]).length > 0) return;
  const answer = await sendParts(context, whole);
  const isBlamed = blames(answer, path, ERRORS.wrong_length.code) || isUnexplained(answer, ERRORS.wrong_length.code);
  trial.checkField(
    fieldStatement(context, 'maximum'),
    !isBlamed,
    `${path} with exactly ${field.schema.maxLength} characters was refused`,
  );
}

async function tryValue(context: FieldTrial, value: string, trial: Trial): Promise<void> {
  const { place, field } = context;
  const parts = await baseOf(context);
  const path = pathText(field.at);
  const whole = { ...parts, [place]: replaceAt(parts[place], field.at, value) as JsonObject };
  const fitting = withCompanions(context.operation, path, value, whole);
  if (fitting === undefined) return;
  const answer = await sendParts(context, fitting);
  const { code } = field.schema.error === undefined ? ERRORS.value_not_allowed : ERRORS[field.schema.error];
  const isBlamed = blames(answer, path, code) || isUnexplained(answer, code);
  trial.checkField(fieldStatement(context, 'values'), !isBlamed, `${path} with the allowed value ${value} was refused`);
}

/** Whether the response refuses the request with this code and has no list of findings. */
function isUnexplained(
  { isRefused, findings, code }: { isRefused: boolean; findings?: unknown; code: string | undefined },
  refusal: string,
) {
  return isRefused && findings === undefined && code === refusal;
}

const sendParts = ({ operation, world }: FieldTrial, parts: Parts) =>
  world.connection.send(operation, requestOfParts(operation, parts, world.facts), partyOf(operation));

function fieldStatement({ operation, field, place }: FieldTrial, aspect: Aspect): FieldStatement {
  const path = pathText(field.at);
  return { operation, path: place === 'request' ? path : `${place}.${path}`, aspect, format: field.schema.fieldFormat };
}

/** The findings of the contract itself. */
function findingsIn(operation: Operation, place: FieldPlace, schema: FieldSchema, value: JsonObject) {
  if (operation.id === 'merchants.onboard-merchants' && place === 'request')
    return readOnboardingRequest(value, {}).findings;
  return compile(schema as never)(value, '').findings;
}
