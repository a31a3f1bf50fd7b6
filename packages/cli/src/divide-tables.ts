import { distribute } from '@cardwright/server';
import { print, printMessage } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

/** Distributes the tables, and prints the placement of each. */
export async function divideTables({ shards, json }: { shards: number; json?: true }): Promise<void> {
  await withDeployment(async ({ database }) => {
    const client = await database.connect({ unlimited: true, asOwner: true });
    try {
      const { distributed: done, before } = await distribute(client, { shards });
      if (json) return print(JSON.stringify({ done, before }));
      for (const line of done) print(line);
      printMessage(`${done.length} tables distributed; ${before} were already distributed`);
    } finally {
      await client.end();
    }
  });
}
