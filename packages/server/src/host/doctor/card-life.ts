import { randomBytes } from 'node:crypto';
import { type RehearsalStage, rehearse } from '../../issuing/authorization/index.ts';
import type { BankDirectory, Product } from '../../issuing/banks/index.ts';
import type { Bank } from '../../platform/kernel/bank.ts';
import { NO_SUBSCRIPTIONS } from '../../platform/operation/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { STEPS } from './card-life-steps.ts';
import { type CheckResult, type CheckSubject, problemOf } from './check.ts';
import type { Life } from './send-in-rehearsal.ts';

/**
 * Runs the life of a card from its client to its loss, like a bank and a network, in a transaction that is rolled back.
 */
export async function rehearseCardLife(subject: CheckSubject): Promise<CheckResult[]> {
  const name = 'card life';
  try {
    const [banks, vault] = [await subject.banks(), await subject.vault()];
    const [product] = [...banks.allBankIds()].sort().flatMap((bankId) => banks.productsOf(bankId));
    if (product === undefined)
      return [{ name, status: 'warn', detail: 'no bank has a product: no cards can be issued' }];
    const bank = banks.bank(product.bankId)!;
    const clock = { now: subject.now };
    const rehearsal = await rehearse({ database: subject.database, banks, vault, clock }, (stage) =>
      play(startOf(subject, stage, { banks, vault, bank, product })),
    );
    return [...rehearsal.results, await isRolledBack(subject, vault, rehearsal.life)];
  } catch (error) {
    return [{ name, status: 'fail', detail: problemOf(error) }];
  }
}

function startOf(
  subject: CheckSubject,
  stage: RehearsalStage,
  prepared: { banks: BankDirectory; vault: Vault; bank: Bank; product: Product },
): Life {
  const runner = {
    database: stage.database,
    vault: prepared.vault,
    maskCardNumbers: (text: string) => text,
    changes: NO_SUBSCRIPTIONS,
  };
  const learned = { accountNumber: '', exid: '', number: '', expiry: '', reference: '' };
  const customerId = `DOCTOR-${randomBytes(6).toString('hex')}`;
  return { subject, stage, runner, ...prepared, now: subject.now(), customerId, ...learned };
}

/** Runs the steps up to the first failure, because each step depends on the earlier ones. */
async function play(life: Life): Promise<{ results: CheckResult[]; life: Life }> {
  const results: CheckResult[] = [];
  let failed: string | undefined;
  for (const [step, playStep] of STEPS) {
    const name = `card life: ${step}`;
    if (failed !== undefined) {
      results.push({ name, status: 'fail', detail: `skipped, because this step failed: ${failed}` });
      continue;
    }
    try {
      results.push({ name, status: 'pass', detail: await playStep(life) });
    } catch (error) {
      failed = step;
      results.push({ name, status: 'fail', detail: problemOf(error) });
    }
  }
  return { results, life };
}

async function isRolledBack({ database }: CheckSubject, vault: Vault, life: Life): Promise<CheckResult> {
  const name = 'card life: rolled back';
  const pan = Pan.parse(life.number);
  const matches =
    pan === undefined
      ? []
      : await vault.findByNumber(database, [{ bankId: life.bank.bankId, mark: vault.lookup(pan) }]);
  if (matches.length > 0) return { name, status: 'fail', detail: 'the card still exists' };
  return { name, status: 'pass', detail: 'everything was rolled back' };
}
