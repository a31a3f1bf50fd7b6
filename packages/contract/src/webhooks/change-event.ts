import Type, { type Static, type TSchema } from 'typebox';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { ALL_CHANGES } from './change-events.ts';

/** Who makes a change: an OAuth client, a person, or the server itself. */
export const ACTOR_KINDS = ['client', 'person', 'system'] as const;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const reference = { kind: text(20, { description: 'Kind of object, such as card' }), id: text(100) };
/** The members of the object, as its read operation returns them. */
const members = (description: string) => orNull(Type.Unsafe<Record<string, unknown>>({ type: 'object' }), description);

/** An event that reports a change of an object, in the commit of the change (docs/interface/change-events.md). */
export const ChangeEvent = record(
  {
    id: text(36, { description: 'Same for every delivery attempt, and equal to webhook-id' }),
    type: oneOf(ALL_CHANGES, { component: 'ChangeEventType' }),
    occurred_at: instantField(),
    bank: optional(text(4, { description: 'Bank of the object; absent for an acquirer' })),
    acquirer: optional(text(64, { description: 'Acquirer of the object; absent for a bank' })),
    object: record({
      ...reference,
      version: orNull(Type.Integer(), 'Version after the change; null for objects without versions'),
      parent: optional(
        record(reference, {
          description: 'Object to which the changed object belongs, such as the card of a restriction',
        }),
      ),
    }),
    actor: record({
      kind: oneOf(ACTOR_KINDS),
      id: text(200, { description: 'Id of the actor, as in the audit log' }),
      name: optional(text(200, { description: 'Name of a person' })),
    }),
    reason: optional(text(2_000, { description: 'Reason given by the actor' })),
    before: members('Changed members before the change; null for a new object'),
    after: members('Changed members after the change; null for a deleted object'),
    audit_id: text(20, { description: 'Id of the audit row of the change' }),
  },
  { component: 'ChangeEvent' },
);
export type ChangeEvent = Static<typeof ChangeEvent>;
