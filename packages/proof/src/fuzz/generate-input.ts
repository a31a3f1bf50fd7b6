import { type FieldSchema, OPERATIONS, type Operation, operationAt, record } from '@cardwright/contract';
import type { FuzzInput } from './fuzz-input.ts';
import { readObject } from './json-text.ts';
import { mutateBytes, mutateFraming } from './mutate-bytes.ts';
import { mutateHead } from './mutate-head.ts';
import { type Material, mutateJson } from './mutate-json.ts';

/**
 * The percentage of inputs that are changed at each level. The rest is sent unchanged and creates the state that other
 * inputs use.
 */
const SHARES = { json: 58, head: 20, bytes: 8, framing: 4 };
/** Paths that create many rows, take long or return large answers. They are chosen less often. */
const SELDOM =
  /^(GET \/(docs|metrics|openapi|sandbox)|webhooks\.(register|test|replay)|merchants\.(load-deny|onboard))/;

/** Generates inputs. It chooses a path first and then one of its base inputs, so that all paths are used equally. */
export function inputGenerator(bases: readonly FuzzInput[], material: Material): () => FuzzInput {
  const { random } = material;
  const byOperation = new Map<string, FuzzInput[]>();
  for (const base of bases) byOperation.set(base.operation, [...(byOperation.get(base.operation) ?? []), base]);
  const operations = [...byOperation.keys()].flatMap((operation) =>
    SELDOM.test(operation) ? [operation] : [operation, operation, operation, operation],
  );
  return () => {
    const base = random.pick(byOperation.get(random.pick(operations)) ?? bases);
    const roll = random.from(1, 100);
    if (roll <= SHARES.json) return mutateBody(base, material);
    if (roll <= SHARES.json + SHARES.head) return mutateHead(base, material);
    if (roll <= SHARES.json + SHARES.head + SHARES.bytes) return mutateBytes(base, material);
    if (roll <= SHARES.json + SHARES.head + SHARES.bytes + SHARES.framing) return mutateFraming(base, material);
    return base;
  };
}

function mutateBody(base: FuzzInput, material: Material): FuzzInput {
  const body = base.isBytes ? undefined : readObject(base.body ?? '');
  if (body === undefined) return mutateHead(base, material);
  const mutant = { ...base, body: mutateJson(body, schemaOf(base), material) };
  return material.random.from(0, 9) === 0 ? mutateHead(mutant, material) : mutant;
}

const ENVELOPES = (OPERATIONS as readonly Operation[]).filter((operation) => operation.surface === 'envelope');
const ANY_ENVELOPE = envelopeOf(ENVELOPES);

function envelopeOf(operations: readonly Operation[]): FieldSchema {
  const requests = operations.flatMap((one) =>
    one.surface === 'envelope' ? [[one.requestKey, one.request] as const] : [],
  );
  return record({ GwSrvRequest: record(Object.fromEntries(requests)) }) as FieldSchema;
}

function schemaOf({ method, target }: FuzzInput): FieldSchema | undefined {
  const operation = operationAt(method, target);
  if (operation === undefined) return target.endsWith('/services') ? ANY_ENVELOPE : undefined;
  return operation.surface === 'envelope'
    ? ANY_ENVELOPE
    : ((operation.request ?? undefined) as FieldSchema | undefined);
}
