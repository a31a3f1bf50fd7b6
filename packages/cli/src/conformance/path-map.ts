import { readFileSync } from 'node:fs';
import { isJsonObject, OPERATIONS, type Operation } from '@cardwright/contract';
import { UsageError } from '../output/usage-error.ts';
import { jsonOf, type Transport } from './exchange.ts';

/** Maps the paths of an implementation that differ from the reference. */
export interface PathMap {
  /** Maps a path of the reference to the path of the implementation. */
  there(path: string): string;
  /** Maps a path of the implementation back, or returns undefined if no operation has that path. */
  back(path: string): string | undefined;
}

interface Mapped {
  readonly ours: string;
  readonly theirs: string;
}

const PARAMETER = /\{(\w+)\}/g;
const MEMBERS: readonly string[] = ['prefix', 'versions', 'operations'];
const VERSIONS = ['/V2', '/V1'] as const;

/** A JSON file: `{"prefix": "/cards", "versions": {"/V2": "/v2"}, "operations": {"cards.create-card": "/issue"}}`. */
export function readPathMap(file: string): PathMap {
  const json = jsonOf(readFileSync(file, 'utf8'));
  if (json === undefined) throw new UsageError(`${file} must contain a JSON object`);
  const unknown = Object.keys(json).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`${file} has the unknown member ${unknown}; allowed members: ${MEMBERS.join(', ')}`);
  const { prefix = '', versions = {}, operations = {} } = json;
  if (typeof prefix !== 'string') throw new UsageError(`prefix of ${file} must be a string`);
  return pathMap(prefix, textsOf(versions, file), textsOf(operations, file));
}

function textsOf(value: unknown, file: string): Record<string, string> {
  const isTexts =
    isJsonObject(value as never) && Object.values(value as object).every((one) => typeof one === 'string');
  if (!isTexts) throw new UsageError(`versions and operations of ${file} must be objects whose values are strings`);
  return value as Record<string, string>;
}

export function pathMap(
  prefix: string,
  versions: Readonly<Record<string, string>>,
  operations: Readonly<Record<string, string>>,
): PathMap {
  const paths = new Map((OPERATIONS as readonly Operation[]).map(({ id, path }) => [id, path]));
  const mapped = Object.entries(operations).map(([id, theirs]): Mapped => {
    const ours = paths.get(id);
    if (ours === undefined) throw new UsageError(`the interface has no operation ${id}`);
    if (namesIn(ours) !== namesIn(theirs))
      throw new UsageError(`the path of ${id} must have the parameters of ${ours}`);
    return { ours, theirs };
  });
  const versionOf = (version: string) => `${prefix}${versions[version] ?? version}`;
  return {
    there: (path) => {
      const version = VERSIONS.find((one) => path.startsWith(`${one}/`));
      if (version === undefined) return path;
      return `${versionOf(version)}${moved(path.slice(version.length), mapped, 'ours', 'theirs')}`;
    },
    back: (path) => {
      const version = VERSIONS.find((one) => path.startsWith(`${versionOf(one)}/`));
      if (version === undefined) return undefined;
      return `${version}${moved(path.slice(versionOf(version).length), mapped, 'theirs', 'ours')}`;
    },
  };
}

/** The parameter names of a path, in any order. */
function namesIn(path: string): string {
  return [...path.matchAll(PARAMETER)]
    .map(([, name]) => name)
    .sort()
    .join();
}

function moved(target: string, mapped: readonly Mapped[], from: keyof Mapped, to: keyof Mapped): string {
  const [, path = '', rest = ''] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  for (const one of mapped) {
    const match = new RegExp(`^${escaped(one[from]).replace(/\\\{(\w+)\\\}/g, '(?<$1>[^/]+)')}$`).exec(path);
    if (match !== null) return one[to].replace(PARAMETER, (_, name: string) => match.groups?.[name] ?? '') + rest;
  }
  return target;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Sends requests to the mapped paths. The paths of tokens and fixtures stay the same. */
export function mappedTransport(transport: Transport, map: PathMap | undefined): Transport {
  return map === undefined ? transport : (sent) => transport({ ...sent, path: map.there(sent.path) });
}
