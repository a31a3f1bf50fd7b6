import type { Sender } from '../../../server/src/testing/cards/issued-cards.ts';
import type { ActiveAccount } from '../world/client/account-requests.ts';
import { type AccountInput, accountHistory } from '../world/history/account-history.ts';
import { checkLinearizable, type HistoryVerdict } from '../world/history/linearizability.ts';
import { inParallel } from './in-parallel.ts';

/** Finds accounts whose history cannot be explained by any order of the operations under the rules. */
export function findWrongAccounts(accounts: readonly ActiveAccount[]): string[] {
  return accounts.flatMap(({ accountNumber, openingMinor, cards, history }) => {
    const verdict = checkLinearizable(accountHistory(openingMinor, cards.length), history.operations);
    return verdict.kind === 'linearizable' ? [] : [`account ${accountNumber}: ${formatVerdict(verdict)}`];
  });
}

export function formatVerdict<Input>(verdict: HistoryVerdict<Input>): string {
  if (verdict.kind !== 'violation') return verdict.kind;
  const { explained, state, unexplained } = verdict;
  const could = unexplained.map(
    ({ operation: { input, output }, expected }) => `${JSON.stringify(input)} answered ${output}, expected ${expected}`,
  );
  const before = explained.slice(-12).map(({ input, output }) => `${JSON.stringify(input)} ${output}`);
  return [
    `not linearizable. ${explained.length} operations can be explained, the last of them:`,
    ...before,
    `then the state is ${state}, and next comes one of`,
    ...could,
  ].join('\n    ');
}

/** Requests a backtest of each account from the server, and reports decisions that come out differently. */
export async function findOtherDecisions(sender: Sender, accounts: readonly ActiveAccount[]): Promise<string[]> {
  const violations: string[] = [];
  await inParallel(8, accounts, async ({ accountNumber, history }) => {
    const { status, json } = await sender.request({
      method: 'POST',
      url: `/V2/accounts/${accountNumber}/backtest`,
      as: 'demo-bank',
      payload: {},
    });
    const knownReferences = new Set(history.operations.flatMap(({ input, output }) => decisionOf(input, output)));
    const isSame =
      status === 200 && json.identical === json.decisions && Number(json.decisions) >= knownReferences.size;
    if (!isSame)
      violations.push(
        `backtest of ${accountNumber}, ${knownReferences.size} decisions: ${status} ${JSON.stringify(json)}`,
      );
  });
  return violations;
}

function decisionOf(input: AccountInput, output: string | undefined): string[] {
  return input.kind === 'authorize' && output !== undefined ? [input.reference] : [];
}
