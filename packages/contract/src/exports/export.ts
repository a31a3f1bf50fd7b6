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

export const exportList = () => oneOf(EXPORT_LISTS, { component: 'ExportList', description: 'Exported list' });

export const Export = record(
  {
    export_id: text(36, { description: 'Id of the export' }),
    list: exportList(),
    query: Type.Record(Type.String(), Type.Unknown(), { description: 'Filters of the list' }),
    state: oneOf(EXPORT_STATES, { component: 'ExportState', description: 'Current state' }),
    rows: Type.Integer({ description: 'Number of entries written so far' }),
    bytes: Type.Integer({ description: 'Current size of the file' }),
    time_zone: text(64, { description: 'Time zone of the times in a CSV file' }),
    requested_at: instantField(),
    ended_at: orNull(text(24), 'Time at which the export ended; null while it is pending or running'),
    expires_at: orNull(text(24), 'Time at which the file is deleted; null while the export is pending or running'),
    failure: optional(text(300, { description: 'Reason for the failure' })),
  },
  { component: 'Export' },
);
export type Export = Static<typeof Export>;

export const exportPath = record({ export_id: text(36, { fieldFormat: 'uuid', description: 'Id of the export' }) });
