export type Json = Record<string, unknown>;

/** An object whose members are all mandatory. */
export const recordSchema = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

const KINDS = ['schemas', 'responses', 'parameters', 'headers'] as const;
type Kind = (typeof KINDS)[number];

/** What the parts of a document refer to by name, each described once. */
export interface Components {
  /** A reference to the schema of this name. Two different schemas under one name are a fault. */
  schema(name: string, described: Json): Json;
  response(name: string, described: Json): Json;
  /** A reference to the parameter of this name, or the parameter itself where the name stands for another one. */
  parameter(name: string, described: Json): Json;
  header(name: string, described: Json): Json;
  written(): Record<Kind, Record<string, Json>>;
}

export function createComponents(): Components {
  const known = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Record<Kind, Map<string, Json>>;
  const isOther = (kind: Kind, name: string, described: Json): boolean => {
    const before = known[kind].get(name);
    return before !== undefined && JSON.stringify(before) !== JSON.stringify(described);
  };
  const referTo = (kind: Kind, name: string, described: Json): Json => {
    if (isOther(kind, name, described)) {
      throw new Error(`two different ${kind} of the interface are called ${name}: give one of them another name`);
    }
    known[kind].set(name, described);
    return { $ref: `#/components/${kind}/${name}` };
  };
  return {
    schema: (name, described) => referTo('schemas', name, described),
    response: (name, described) => referTo('responses', name, described),
    parameter: (name, described) =>
      isOther('parameters', name, described) ? described : referTo('parameters', name, described),
    header: (name, described) => referTo('headers', name, described),
    written: () =>
      Object.fromEntries(KINDS.map((kind) => [kind, inOrder(known[kind])])) as Record<Kind, Record<string, Json>>,
  };
}

function inOrder(known: ReadonlyMap<string, Json>): Record<string, Json> {
  return Object.fromEntries([...known].sort(([one], [other]) => (one < other ? -1 : 1)));
}
