// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { deleteExport, downloadExport, listExports, readExport, startExport } from '@cardwright/contract';
import type { CallMethod, MethodFactory, PagedMethod } from '../call-method.ts';

/** Files with all entries of a list. */
export interface ExportCalls {
  /** Start an export. */
  readonly start: CallMethod<typeof startExport>;
  /** List exports. */
  readonly list: PagedMethod<typeof listExports, 'items'>;
  /** Get an export. */
  readonly retrieve: CallMethod<typeof readExport, ['export_id']>;
  /** Download an export. */
  readonly download: PagedMethod<typeof downloadExport, 'parts', ['export_id']>;
  /** Delete an export. */
  readonly delete: CallMethod<typeof deleteExport, ['export_id']>;
}

export function makeExports({ one, paged }: MethodFactory): ExportCalls {
  return {
    start: one(startExport),
    list: paged(listExports, 'items'),
    retrieve: one(readExport, 'export_id'),
    download: paged(downloadExport, 'parts', 'export_id'),
    delete: one(deleteExport, 'export_id'),
  };
}
