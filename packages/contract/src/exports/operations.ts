// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { deleteExport } from './delete-export.ts';
import { downloadExport } from './download-export.ts';
import { listExports } from './list-exports.ts';
import { readExport } from './read-export.ts';
import { startExport } from './start-export.ts';

export * from './delete-export.ts';
export * from './download-export.ts';
export * from './list-exports.ts';
export * from './read-export.ts';
export * from './start-export.ts';

export const EXPORTS_OPERATIONS = [startExport, listExports, readExport, downloadExport, deleteExport] as const;
