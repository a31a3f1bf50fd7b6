import Type, { type Static, type TSchema } from 'typebox';
import { instantField, oneOf, optional, record, text } from '../schema/fields.ts';
import { EXPORT_LISTS } from './export-lists.ts';

/** States of an export. DONE and FAILED are final. */
export const EXPORT_STATES = ['WAITING', 'RUNNING', 'DONE', 'FAILED'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Maximum number of exports of a bank or an acquirer that can be waiting or running at once. */
export const MAX_EXPORTS_AT_ONCE = 3;
/** Maximum number of exports of a bank or an acquirer that are stored. A new one deletes the oldest that has ended. */
export const MAX_STORED_EXPORTS = 50;
/** Maximum number of entries of an export. A longer list needs narrower filters. */
export const MAX_EXPORTED_ROWS = 1_000_000;
/** The file of an export is deleted this many hours after the export ends. */
export const EXPORT_HOURS = 24;

const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const exportList = () => oneOf(EXPORT_LISTS, { component: 'ExportList', description: 'The exported list' });

export const Export = record(
  {
    export_id: text(36, { description: 'Names the export' }),
    list: exportList(),
    query: Type.Record(Type.String(), Type.Unknown(), { description: 'The filters of the list' }),
    state: oneOf(EXPORT_STATES, { component: 'ExportState', description: 'Current state' }),
    rows: Type.Integer({ description: 'Entries that were written so far' }),
    bytes: Type.Integer({ description: 'Size of the file so far' }),
    time_zone: text(64, { description: 'Time zone of the times in a CSV file' }),
    requested_at: instantField(),
    ended_at: orNull(text(24), 'Null while it waits or runs'),
    expires_at: orNull(text(24), 'When the file is deleted; null while it waits or runs'),
    failure: optional(text(300, { description: 'Why it failed' })),
  },
  { component: 'Export' },
);
export type Export = Static<typeof Export>;

export const exportPath = record({ export_id: text(36, { fieldFormat: 'uuid', description: 'Of the export' }) });
