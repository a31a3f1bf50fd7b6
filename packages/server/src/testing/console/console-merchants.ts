import { amend, chainBody, newId } from '../merchants/merchants.ts';
import { review, type SentApplication, submitAndScreen, uniqueMerchant } from '../merchants/reviews.ts';
import type { TestServer } from '../test-server.ts';

/** Merchants in each state that reviewers decide about. None has a decision yet, except where noted. */
export interface ReviewedShops {
  /** One merchant with a hit and without KYC confirmation. */
  readonly games: SentApplication;
  /** Forty merchants of one request and one chain, two of them with hits. */
  readonly mall: SentApplication;
  /** A merchant for which the reviewer requested information. */
  readonly awaitingInformation: SentApplication;
  /** A boarded merchant with a pending amendment. */
  readonly amended: SentApplication & { readonly amendment: string };
}

const SHOPS = 40;

export async function makeShops(server: TestServer): Promise<ReviewedShops> {
  const games = await submitAndScreen(server, [
    uniqueMerchant({ merchantName: 'Lucky Hall', mcc: '7995', kyc: false }, newId('GAMES')),
  ]);
  const shops = Array.from({ length: SHOPS }, (_, at) =>
    uniqueMerchant({ merchantName: `Mall Shop ${at + 1}`, ...(at % 20 === 7 && { mcc: '7995' }) }, newId('MALL')),
  );
  const mall = await submitAndScreen(server, shops, { chain: chainBody(newId('CHAIN')) });
  const application = await submitAndScreen(server, [uniqueMerchant({ merchantName: 'Oasis Papers' }, newId('PAPER'))]);
  const items = [{ path: 'legalName', action: 'Send the name of the license' }];
  await review(server, application.applicationId, 'request-information', { reason: 'Names differ', items });
  const amended = await submitAndScreen(server, [uniqueMerchant({ merchantName: 'Pearl Cafe' }, newId('PEARL'))]);
  await review(server, amended.applicationId, 'review');
  await review(server, amended.applicationId, 'approve');
  const answer = await amend(server, String(amended.merchantIds[0]), ['MCC'], { mcc: '5814' });
  const { applications } = answer.json as unknown as { applications: [{ applicationId: string }] };
  return {
    games,
    mall,
    awaitingInformation: application,
    amended: { ...amended, amendment: applications[0].applicationId },
  };
}
