import { BANK_CHANGE_KINDS } from '@cardwright/contract';
import { readBanks, readProducts } from '../../issuing/banks/index.ts';
import { bureauKeyProblem } from '../../issuing/embossing/index.ts';
import { createCalendar } from '../../platform/kernel/time/calendar.ts';
import { type Check, type CheckOutcome, type CheckSubject, failed, passed, warned } from './check.ts';
import { readCallers, readPendingPlastics } from './doctor-store.ts';

export const bankChecks: readonly Check[] = [
  { name: 'banks', needs: 'schema', run: banksAndProducts },
  { name: 'time zones', needs: 'schema', run: timeZones },
  { name: 'callers', needs: 'schema', run: callers },
  { name: 'card bureau', needs: 'schema', run: bureauKeys },
  { name: 'second person', needs: 'schema', run: secondPerson },
];

async function banksAndProducts({ database }: CheckSubject) {
  const [banks, products] = [await readBanks(database), await readProducts(database)];
  if (banks.length === 0) return warned('no banks: configure them in CARDWRIGHT_CONFIG_FILE');
  const without = banks.filter((bank) => !products.some((product) => product.bank_id === bank.bank_id));
  const names = without.map((bank) => bank.bank_id).join(', ');
  if (without.length > 0) return warned(`${names} without a product: no cards can be issued`);
  return passed(`${banks.length === 1 ? '1 bank' : `${banks.length} banks`}, ${products.length} products`);
}

/** Checks Node's time zone data, on which windows, business dates and answers depend. */
async function timeZones({ database, now }: CheckSubject) {
  const banks = await readBanks(database);
  const times = banks.map(({ bank_id: bankId, time_zone: timeZone, cut_off: cutOff }) => {
    try {
      return { bankId, timeZone, time: createCalendar(timeZone, cutOff).headerTime(now()) };
    } catch (error) {
      return { bankId, timeZone, problem: (error as Error).message };
    }
  });
  const wrong = times.flatMap((one) => (one.problem === undefined ? [] : [one]));
  if (wrong.length > 0)
    return wrong.map((one) => failed(`${one.bankId}: ${one.timeZone} cannot be used (${one.problem})`));
  const summaries = times.slice(0, 5).map(({ bankId, timeZone, time }) => `${bankId} ${timeZone} ${time}`);
  return passed(`tz data ${process.versions.tz}; ${summaries.join(', ') || 'no bank'}`);
}

async function callers({ database, settings }: CheckSubject) {
  const all = await readCallers(database);
  const disabled = all.filter((caller) => caller.disabled);
  const silent = all.filter((caller) => !caller.disabled && !caller.may_sign_in);
  const names = silent.map((caller) => caller.client_id).join(', ');
  if (silent.length > 0) return warned(`${names} cannot authenticate: neither a secret nor keys are configured`);
  const open = all.length - disabled.length;
  if (open === 0 && settings.CARDWRIGHT_TRUSTED_ISSUERS.length === 0) return warned('no caller can authenticate');
  return passed(`${open} can authenticate, ${disabled.length} disabled`);
}

/** Finds kinds of changes that one person can make in production (docs/interface/change-requests.md). */
async function secondPerson({ database, settings }: CheckSubject): Promise<readonly CheckOutcome[]> {
  if (settings.CARDWRIGHT_MODE !== 'production') return [passed('not required in a sandbox')];
  const outcomes = (await readBanks(database)).flatMap(({ bank_id: bankId, second_person: required }) => {
    const singlePersonKinds = BANK_CHANGE_KINDS.filter((kind) => required !== null && !required.includes(kind));
    return singlePersonKinds.length === 0
      ? []
      : [warned(`${bankId}: one person can make these changes: ${singlePersonKinds.join(', ')}`)];
  });
  return outcomes.length > 0 ? outcomes : [passed('all changes need a second person')];
}

async function bureauKeys({ database, settings }: CheckSubject): Promise<readonly CheckOutcome[]> {
  const waiting = await readPendingPlastics(database);
  const outcomes: CheckOutcome[] = [];
  for (const { bank_id: bankId, embossing } of await readBanks(database)) {
    const problem = embossing === null ? undefined : await bureauKeyProblem(embossing.public_key);
    if (problem !== undefined) outcomes.push(failed(`${bankId}: embossing.public_key ${problem}`));
    const cards = waiting.get(bankId) ?? 0;
    if (embossing === null && cards > 0 && settings.CARDWRIGHT_MODE === 'production') {
      outcomes.push(warned(`${bankId}: ${cards} cards are pending, but the bank has no embossing key`));
    }
  }
  return outcomes.length > 0 ? outcomes : [passed('all embossing keys can be used')];
}
