import type { Logger } from 'pino';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { BackgroundThrottle } from '../../platform/kernel/concurrency/background-throttle.ts';
import type { BankDirectory } from '../banks/index.ts';
import { renewCards } from '../cards/index.ts';
import type { EmbossDeps } from './embossing-request.ts';
import { embossOnSchedule } from './embossing-schedule.ts';
import { queuePlastic } from './queue-store.ts';

/** Renews cards and writes files when they are due. */
export interface CardProduction {
  maintain(bankIds: readonly string[], now: Date): Promise<void>;
}

interface Deps extends EmbossDeps {
  readonly throttle: BackgroundThrottle;
  /** HH:MM in each bank's time zone; undefined if only the command writes files. */
  readonly time: string | undefined;
  readonly banks: BankDirectory;
  readonly logger: Logger;
}

export function createCardProduction(deps: Deps): CardProduction {
  const { banks, time, logger } = deps;

  const renew = async (bank: Bank, now: Date) => {
    for (const product of banks.productsOf(bank.bankId)) {
      const renewed = await renewCards(deps, bank, product, queuePlastic, now);
      if (renewed > 0) logger.info({ bank: bank.bankId, product: product.productCode, renewed }, 'cards renewed');
    }
  };
  const emboss = async (bank: Bank, now: Date) => {
    if (time === undefined) return;
    const outcome = await embossOnSchedule(deps, bank, { time }, now);
    if (outcome?.kind === 'NO_KEY') {
      logger.warn({ bank: bank.bankId }, 'no embossing file written: the bank has no embossing key');
    }
    if (outcome?.kind !== 'WRITTEN') return;
    const { files, held, otherHostRuns } = outcome;
    for (const { path, cards, runNumber } of files) {
      logger.info({ bank: bank.bankId, run: runNumber, cards, file: path }, 'embossing file written');
    }
    for (const { runNumber, host } of otherHostRuns) {
      const message = 'an embossing run of another host is not finished; to finish it, run "cardwright emboss"';
      logger.warn({ bank: bank.bankId, run: runNumber, host }, message);
    }
    if (held.length > 0) {
      logger.warn(
        { bank: bank.bankId, cards: held.length },
        'cards stay in the embossing queue: no character of their names can be embossed',
      );
    }
  };

  return {
    async maintain(bankIds, now) {
      for (const bankId of bankIds) {
        const bank = banks.bank(bankId);
        if (bank === undefined) continue;
        for (const work of [renew, emboss]) {
          try {
            await work(bank, now);
          } catch (error) {
            // a full disk or a conflicting file of one bank must not affect the others
            logger.error(
              { err: error, bank: bankId },
              'failed to renew or emboss the cards of a bank; retrying in the next round',
            );
          }
        }
      }
    },
  };
}
