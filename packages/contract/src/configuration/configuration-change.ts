import Type, { type Static } from 'typebox';
import { CHANGE_KINDS } from '../change-requests/change-values.ts';
import { list, oneOf, record, text } from '../schema/fields.ts';

export const CONFIGURED_KINDS = ['merchant_list', 'program', 'rule', 'webhook_endpoint'] as const;
export type ConfiguredKind = (typeof CONFIGURED_KINDS)[number];

/** The actions of applying a configuration to an object: docs/interface/configuration.md#actions. */
export const CONFIGURATION_ACTIONS = ['CREATE', 'CHANGE', 'REMOVE', 'PROPOSE', 'AWAIT', 'KEEP'] as const;
export type ConfigurationAction = (typeof CONFIGURATION_ACTIONS)[number];

const content = (description: string) =>
  Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], { description });

export const ConfigurationChange = record(
  {
    kind: oneOf(CONFIGURED_KINDS, { component: 'ConfiguredKind' }),
    name: text(500, { description: 'Name, product code or URL of the object' }),
    action: oneOf(CONFIGURATION_ACTIONS, {
      component: 'ConfigurationAction',
      description: 'AWAIT and KEEP: differences that remain after applying',
    }),
    before: content('Current content; null if there is none'),
    after: content('Content in the configuration; null if there is none'),
    second_person: list(oneOf(CHANGE_KINDS, { component: 'ChangeKind' }), {
      description: 'Kinds of changes for which the bank requires a second person',
    }),
  },
  { component: 'ConfigurationChange' },
);
export type ConfigurationChange = Static<typeof ConfigurationChange>;

/** Identifies the changes of a plan, with the versions of the objects that they change. */
export const fingerprint = (description: string) => text(64, { description });
