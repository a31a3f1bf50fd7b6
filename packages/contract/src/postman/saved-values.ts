import type { PublishedFile } from '../documents/example-block.ts';

/**
 * Returns a script for each example that saves the first values of its answer as variables: `<exid:amina>` as
 * exid-amina.
 */
export function savedValues<Example extends PublishedFile>(
  examples: readonly Example[],
): ReadonlyMap<Example, readonly string[]> {
  const savedNames = new Set<string>();
  return new Map(
    examples.map((example) => {
      const newPlaces = placesOf(example.answer.body, []).filter(([name]) => !savedNames.has(name));
      const firsts = new Map(newPlaces.toReversed());
      for (const name of firsts.keys()) savedNames.add(name);
      const script = [...firsts].map(
        ([name, path]) => `pm.collectionVariables.set('${name}', pm.response.json()${path.map(member).join('')});`,
      );
      return [example, script];
    }),
  );
}

type Path = readonly (string | number)[];

function placesOf(value: unknown, path: Path): [name: string, path: Path][] {
  if (typeof value === 'string') {
    const [, kind, name] = /^<([a-z-]+):([\w-]+)>$/.exec(value) ?? [];
    return kind === undefined ? [] : [[`${kind}-${name}`, path]];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((entry, at) => placesOf(entry, [...path, at]));
  return Object.entries(value).flatMap(([name, own]) => placesOf(own, [...path, name]));
}

const member = (key: string | number) => `[${JSON.stringify(key)}]`;
