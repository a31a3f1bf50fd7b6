import type { Implementations } from '../operation/index.ts';
import { deleteExportOperation } from './delete-export.ts';
import { downloadExportOperation } from './download-export.ts';
import type { ExportDeps } from './export-deps.ts';
import { listExportsOperation } from './list-exports.ts';
import { readExportOperation } from './read-export.ts';
import { startExportOperation } from './start-export.ts';

export function exportOperations(deps: ExportDeps): Implementations {
  return {
    rest: [
      startExportOperation(deps),
      listExportsOperation(deps),
      readExportOperation(deps),
      downloadExportOperation(deps),
      deleteExportOperation,
    ],
  };
}
