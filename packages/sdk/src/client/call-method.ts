import type { AnsweredBodyOf, Operation, SentBodyOf, SentQueryOf } from '@cardwright/contract';
import type { Call, CallOptions } from './call.ts';
import type { PageOfList, Pages } from './pages.ts';
import type { Pending } from './pending.ts';

/** Call options of an operation with a body. They include its query parameters, if it has any. */
type WithQuery<O extends Operation> = keyof SentQueryOf<O> extends never
  ? CallOptions
  : CallOptions & { readonly query?: SentQueryOf<O> };

type Ids<Names extends readonly string[]> = { [At in keyof Names]: string };

type Input<O extends Operation> = [SentBodyOf<O>] extends [never]
  ? keyof SentQueryOf<O> extends never
    ? [options?: CallOptions]
    : [query?: SentQueryOf<O>, options?: CallOptions]
  : object extends SentBodyOf<O>
    ? [body?: SentBodyOf<O>, options?: WithQuery<O>]
    : [body: SentBodyOf<O>, options?: WithQuery<O>];

/** A method that sends one operation. Its parameters are the path ids, then the body or the query, then options. */
export type CallMethod<O extends Operation, Names extends readonly string[] = []> = (
  ...args: [...Ids<Names>, ...Input<O>]
) => Pending<AnsweredBodyOf<O>>;

type EntryOf<O extends Operation, Key extends string> =
  AnsweredBodyOf<O> extends { [K in Key]: readonly (infer Entry)[] } ? Entry : never;

/**
 * A method of an operation that returns its answer page by page. `Key` is the member of the answer that holds the list.
 */
export type PagedMethod<O extends Operation, Key extends string, Names extends readonly string[] = []> = (
  ...args: [...Ids<Names>, ...Input<O>]
) => Pages<AnsweredBodyOf<O> & PageOfList, EntryOf<O, Key>>;

/** Creates the methods of operations. */
export interface MethodFactory {
  one<O extends Operation, const Names extends readonly string[]>(operation: O, ...names: Names): CallMethod<O, Names>;
  paged<O extends Operation, const Key extends string, const Names extends readonly string[]>(
    operation: O,
    key: Key,
    ...names: Names
  ): PagedMethod<O, Key, Names>;
}

export function methodFactory(send: (call: Call) => Pending<never>, pagesOf: PagesOf): MethodFactory {
  return {
    one:
      (operation, ...names) =>
      (...args) =>
        send(callOf(operation, names, args)),
    paged:
      (operation, key, ...names) =>
      (...args) => {
        const call = callOf(operation, names, args);
        const read = (cursor: string | undefined) =>
          send(cursor === undefined ? call : { ...call, query: { ...call.query, cursor } });
        return pagesOf(read, key) as never;
      },
  };
}

export type PagesOf = (read: (cursor: string | undefined) => Pending<never>, key: string) => Pages<never, never>;

function callOf(operation: Operation, names: readonly string[], args: readonly unknown[]): Call {
  const ids = Object.fromEntries(names.map((name, at) => [name, idAt(operation, name, args[at])]));
  const [first, second] = args.slice(names.length);
  const isQueried = operation.surface === 'rest' && operation.request === null;
  if (!isQueried) {
    const { query = {}, ...options } = (second ?? {}) as CallOptions & { readonly query?: Call['query'] };
    return { operation, ids, query, body: first, options };
  }
  const hasQuery = Object.keys(operation.query.properties).length > 0;
  const [query, options] = hasQuery ? [first, second] : [undefined, first];
  return {
    operation,
    ids,
    query: { ...(query as Call['query']) },
    body: undefined,
    options: { ...(options as object) },
  };
}

/** Rejects an empty id, which would address another operation: the list of all objects. */
function idAt({ id }: Operation, name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new TypeError(`${id} needs ${name}, a text that is not empty`);
}
