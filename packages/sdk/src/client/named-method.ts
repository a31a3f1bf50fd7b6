import type { ResourceClient } from './resource-client.ts';

/** Names of the resources, which are the members of the client that have methods: `cards`, `tokens`. */
type Group = {
  [Name in keyof ResourceClient]: ResourceClient[Name] extends string | ((...args: never[]) => unknown) ? never : Name;
}[keyof ResourceClient];

/** A method of the client by its name, such as `cards.create`. */
export type MethodName = { [G in Group]: `${G}.${keyof ResourceClient[G] & string}` }[Group];

type MethodOf<Name extends MethodName> = Name extends `${infer G extends Group}.${infer Method}`
  ? Method extends keyof ResourceClient[G]
    ? ResourceClient[G][Method]
    : never
  : never;

/** The parameters without the options, which come last. */
type PathParameters<Name extends MethodName> =
  MethodOf<Name> extends (...args: infer Args) => unknown
    ? Required<Args> extends [...infer Before, unknown]
      ? Before
      : never
    : never;

/** The body or the query of a method: `ParametersOf<'cards.create'>`. `never` for a method with only path ids. */
export type ParametersOf<Name extends MethodName> =
  PathParameters<Name> extends [...string[], infer Last] ? (Last extends string ? never : Last) : never;

/** The answer of a method. For a list, the type of one page. */
export type AnswerOf<Name extends MethodName> =
  MethodOf<Name> extends (...args: never[]) => infer Answer ? Awaited<Answer> : never;

/** An entry of a list, such as `EntryOf<'tokens.list'>`. */
export type EntryOf<Name extends MethodName> =
  MethodOf<Name> extends (...args: never[]) => AsyncIterable<infer Entry> ? Entry : never;
