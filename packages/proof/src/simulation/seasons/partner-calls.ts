import type { TestServer } from '../../../../server/src/testing/test-server.ts';
import type { ModelAccount } from '../../world/model/model-account.ts';
import type { ModelDecision } from '../../world/model/model-decision.ts';
import { type ModelPartner, standInReason } from '../../world/model/model-partner.ts';
import { seasonBank } from './season-banks.ts';
import type { SeasonPartner, TraceStep } from './season-partner.ts';

/** The parts of a running sequence that are used here. */
interface PartnerRun {
  readonly server: TestServer;
  readonly account: ModelAccount;
  readonly partner: SeasonPartner | undefined;
}

/** Whether the bank of the account has a partner decision system. */
export function isOfPartner({ partner, account }: PartnerRun): boolean {
  return partner !== undefined && account.bank.id === 'DEMO';
}

/**
 * The answer of the partner decision system about a message; undefined if the bank has none, or if it was not called.
 */
export async function partnerAnswer(run: PartnerRun, reference: string): Promise<ModelPartner | undefined> {
  const { server, account, partner } = run;
  if (partner === undefined || !isOfPartner(run)) return undefined;
  const { json } = await server.request({
    url: `/V2/authorizations/${reference}`,
    as: seasonBank(account.bank).caller,
  });
  return partner.answerTo(reference, (json.trace ?? []) as unknown as TraceStep[]);
}

/**
 * Whether the partner decision system was called, judged by the final decision: it is called for every message that
 * nothing else declines. If a shared limit declined, it may have been called, because other accounts spent in the
 * meantime.
 */
export function callsPartner(
  { sharedReports }: Pick<ModelAccount, 'sharedReports'>,
  { reason, rule }: ModelDecision,
  answer: ModelPartner | undefined,
): boolean {
  if (reason === 'APPROVED' || rule?.startsWith('PARTNER_') === true) return true;
  const isSpentMeanwhile = rule === 'LIMITS' && sharedReports.find(({ isOver }) => isOver)?.limit.id === reason;
  return answer !== undefined && isSpentMeanwhile;
}

/** The advice that is due; undefined for none. */
export function adviceOf(answer: ModelPartner | undefined, code: string, nowMs: number): string | undefined {
  if (answer === undefined) return undefined;
  if (standInReason(answer, nowMs) !== undefined) return 'STAND_IN';
  return answer.answer === 'APPROVE' && code !== '00' ? 'OVERRULED' : undefined;
}
