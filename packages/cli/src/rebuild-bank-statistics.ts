import { cardNumberMasker, NO_SUBSCRIPTIONS, NO_THROTTLE, rebuildStatistics } from '@cardwright/server';
import { print } from './output/print.ts';
import { withDeployment } from './with-deployment.ts';

interface RebuildOptions {
  readonly bank: string;
  readonly json?: true;
}

/** Rebuilds the statistics, at full speed, while servers continue to run. */
export async function rebuildBankStatistics(options: RebuildOptions): Promise<void> {
  await withDeployment(async (deployment) => {
    const { database, clock, actor, requestId } = deployment;
    const banks = await deployment.banks();
    const bank = banks.bank(options.bank);
    if (bank === undefined) throw new Error(`bank ${options.bank} not found`);
    const deps = {
      database,
      maskCardNumbers: cardNumberMasker(banks),
      changes: NO_SUBSCRIPTIONS,
      throttle: NO_THROTTLE,
    };
    const rebuilt = await rebuildStatistics(deps, bank, clock.now(), { actor, requestId });
    if (options.json) print(JSON.stringify(rebuilt));
    else print(`${rebuilt.authorizations} authorizations indexed; statistics of ${rebuilt.days} days rebuilt`);
  });
}
