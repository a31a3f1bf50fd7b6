export type Json = Record<string, unknown>;

/** An object whose members are all mandatory. */
export const recordSchema = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

export interface Response {
  readonly description: string;
  readonly headers?: Json;
  /** By content type. */
  readonly content: Readonly<Record<string, Content>>;
}
export interface Content {
  readonly schema: Json;
  readonly examples?: Json;
}

const KINDS = ['schemas', 'responses', 'parameters', 'headers'] as const;
type Kind = (typeof KINDS)[number];

/** The components of a document, each described once and referenced by name. */
export interface Components {
  /** Returns a reference to the schema of this name. Throws if a different schema has the same name. */
  schema(name: string, described: Json): Json;
  /**
   * Returns a reference to the response of this name. It has the examples of all operations; of examples with one name,
   * the first.
   */
  response(name: string, described: Response): Json;
  /**
   * Returns a reference to the parameter, under the first name that is free or already has the same parameter. If there
   * is none, returns the parameter itself. The component has the first example that is given for it.
   */
  parameter(names: readonly string[], described: Json): Json;
  header(name: string, described: Json): Json;
  written(): Record<Kind, Record<string, Json>>;
}

export function createComponents(): Components {
  const registered = Object.fromEntries(KINDS.map((kind) => [kind, new Map()])) as Record<Kind, Map<string, Json>>;
  const isOther = (kind: Kind, name: string, described: Json): boolean => {
    const before = registered[kind].get(name);
    return before !== undefined && JSON.stringify(before) !== JSON.stringify(described);
  };
  const referTo = (kind: Kind, name: string, described: Json): Json => {
    if (isOther(kind, name, described)) {
      throw new Error(`two different ${kind} of the interface are called ${name}: give one of them another name`);
    }
    registered[kind].set(name, described);
    return { $ref: `#/components/${kind}/${name}` };
  };
  return {
    schema: (name, described) => referTo('schemas', name, described),
    response: (name, described) => {
      const before = registered.responses.get(name) as Response | undefined;
      if (before === undefined || !areEqual(before, described)) return referTo('responses', name, { ...described });
      const content = Object.entries(described.content).map(([type, own]) => {
        const registered = before.content[type]?.examples;
        const examples = { ...registered, ...own.examples, ...registered };
        return [type, { ...own, ...(Object.keys(examples).length > 0 && { examples }) }];
      });
      registered.responses.set(name, { ...described, content: Object.fromEntries(content) });
      return { $ref: `#/components/responses/${name}` };
    },
    parameter: (names, described) => {
      const name = names.find((each) => areEqual(registered.parameters.get(each) ?? described, described));
      if (name === undefined) return described;
      registered.parameters.set(name, { ...described, ...registered.parameters.get(name) });
      return { $ref: `#/components/parameters/${name}` };
    },
    header: (name, described) => referTo('headers', name, described),
    written: () =>
      Object.fromEntries(KINDS.map((kind) => [kind, inOrder(registered[kind])])) as Record<Kind, Record<string, Json>>,
  };
}

/** Compares two parts without their examples. */
function areEqual(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((part) =>
    JSON.stringify(part, (key, value) => (key === 'examples' ? undefined : value)),
  );
  return first === second;
}

function inOrder(registered: ReadonlyMap<string, Json>): Record<string, Json> {
  return Object.fromEntries([...registered].sort(([one], [other]) => (one < other ? -1 : 1)));
}
