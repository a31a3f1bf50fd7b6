export { type ExportDeps, exportPartContext } from './export-deps.ts';
export { exportOperations } from './export-operations.ts';
export { createExportRunner } from './export-runner.ts';
