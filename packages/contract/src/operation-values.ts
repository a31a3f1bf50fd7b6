import type { Static, TObject, TSchema } from 'typebox';
import type { Operation } from './operation.ts';

/** What a caller sends and gets of an operation, as types. */

/** A plain JSON operation without a body takes any schema in its place. */
type SchemaOfBody<O> = O extends { surface: 'envelope'; requestBody: infer Req extends TSchema }
  ? Req
  : O extends { request: infer Req }
    ? TSchema extends Exclude<Req, null>
      ? never
      : Exclude<Req, null>
    : never;

/** The body inside the envelope, the message, or the JSON that is sent; never, where nothing is. */
export type SentBodyOf<O extends Operation> =
  SchemaOfBody<O> extends infer S extends TSchema ? ([S] extends [never] ? never : Static<S>) : never;

/** Query parameters; without any, no member is allowed. */
export type SentQueryOf<O extends Operation> = O extends { query: infer Query extends TObject }
  ? Static<Query>
  : object;

/** The body inside the envelope, the message, or the JSON that is answered. */
export type AnsweredBodyOf<O extends Operation> = O extends {
  surface: 'envelope';
  responseBody: infer Res extends TSchema;
}
  ? Static<Res>
  : O extends { response: infer Res extends TSchema }
    ? Static<Res>
    : never;
