import { abandonClient } from './hosted-client.ts';
import type { PoolLine } from './pool-line.ts';
import { isSilence } from './silence.ts';
import type { Statement } from './statement.ts';
import { runStatement, sendCommand, type Tx } from './tx.ts';
import type { Wakes } from './wakes.ts';

export function isWoken(statement: Statement, rows: readonly unknown[]): statement is Statement & { wakes: string } {
  return statement.wakes !== undefined && rows.length > 0;
}

export async function runTransaction<T>(
  line: PoolLine,
  wakes: Wakes,
  work: (tx: Tx) => Promise<{ commit: boolean; result: T }>,
): Promise<T> {
  const client = await line.connect();
  let broken: Error | undefined;
  const noteBroken = (error: Error) => {
    broken = error;
  };
  client.on('error', noteBroken);
  try {
    await sendCommand(client, 'begin');
    const woken = new Set<string>();
    const { commit, result } = await work({
      query: async (statement, values) => {
        const rows = await runStatement<never>(client, statement, values);
        if (isWoken(statement, rows)) woken.add(statement.wakes);
        return rows;
      },
    });
    await sendCommand(client, commit ? 'commit' : 'rollback');
    if (commit) for (const channel of woken) wakes.committed(channel);
    return result;
  } catch (error) {
    // a connection that did not answer, or cannot roll back, is not reused
    if (isSilence(error)) {
      broken = error as Error;
      abandonClient(client);
    } else await client.query('rollback').catch(noteBroken);
    throw error;
  } finally {
    client.off('error', noteBroken);
    client.release(broken);
  }
}
