import type { Static, TObject, TSchema } from 'typebox';
import type { Operation } from './operation.ts';

/** Types of the requests and answers of an operation, as callers see them. */

/** The body schema of an operation. A plain JSON operation without a body has a general schema in its place. */
type SchemaOfBody<O> = O extends { surface: 'envelope'; requestBody: infer Req extends TSchema }
  ? Req
  : O extends { request: infer Req }
    ? TSchema extends Exclude<Req, null>
      ? never
      : Exclude<Req, null>
    : never;

/** The body inside the envelope, the message, or the JSON of a request. `never` if there is none. */
export type SentBodyOf<O extends Operation> =
  SchemaOfBody<O> extends infer S extends TSchema ? ([S] extends [never] ? never : Static<S>) : never;

/** Query parameters. An operation without any allows no member. */
export type SentQueryOf<O extends Operation> = O extends { query: infer Query extends TObject }
  ? Static<Query>
  : object;

/** The body inside the envelope, the message, or the JSON of an answer. */
export type AnsweredBodyOf<O extends Operation> = O extends {
  surface: 'envelope';
  responseBody: infer Res extends TSchema;
}
  ? Static<Res>
  : O extends { response: infer Res extends TSchema }
    ? Static<Res>
    : never;
