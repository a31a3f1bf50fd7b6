import { once } from 'node:events';
import { type Deployment, exportLog, listLogs, readAuditLogs } from '@cardwright/server';
import { recordAuditCommand } from './note-audit-command.ts';
import { printMessage } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

interface ExportOptions {
  readonly bank: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** Prints the rows of a log, and records the export in that log. */
export function exportLogRows(options: ExportOptions): Promise<void> {
  return withDeployment((deployment) => exportRows(deployment, options));
}

async function exportRows(deployment: Deployment, { bank, from, to }: ExportOptions): Promise<void> {
  let isDisconnected = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader closed the pipe.
    if (error.code !== 'EPIPE') throw error;
    isDisconnected = true;
  });
  const range = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null };
  const lines = await readAuditLogs(deployment.database, async (tx) => {
    if (!(await listLogs(tx)).includes(bank)) throw new Error(`no log found for ${bank}`);
    await recordAuditCommand(deployment, bank, 'audit.export', 'exported', range);
    let count = 0;
    for await (const line of exportLog(tx, bank, { from, until: to })) {
      if (isDisconnected) break;
      count += 1;
      if (!process.stdout.write(`${line}\n`)) await Promise.race([once(process.stdout, 'drain'), closed()]);
    }
    return count;
  });
  printMessage(lines === 0 ? 'no rows were sealed in this time range' : `${lines} lines`);
}

/** Resolves when the reader closes the pipe. No `drain` event follows in that case. */
function closed(): Promise<unknown> {
  return once(process.stdout, 'close').catch(() => {});
}
